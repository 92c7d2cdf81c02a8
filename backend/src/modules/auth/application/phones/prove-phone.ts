import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { accountPhoneChanged } from '../../domain/events.js';
import { PhoneExistsError } from '../../domain/phone-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import type { IdentityEntity } from '../../persistence/identity.entity.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { addPhoneIdentity } from '../accounts/create-account.js';
import { WaysIn } from '../accounts/ways-in.js';

/** Notes that the owner of a number is here. In a transaction, on a locked account. */
@Injectable()
export class ProvePhone {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly waysIn: WaysIn,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Without `keepWaysIn`, nobody keeps a way into an account whose number another person proves. Nothing on a proven one. */
  async prove(account: AccountEntity, { keepWaysIn }: { keepWaysIn: boolean }): Promise<void> {
    if (account.phoneConfirmedAt != null) return;
    if (!keepWaysIn) await this.waysIn.closeAll(account);
    await this.confirm(account);
    await this.record(account, 'account.phone-proven', { earlierWaysInClosed: !keepWaysIn });
  }

  /** Gives the account a number whose owner has agreed. An anonymous account is a person's from then on. Throws `phone_exists`. */
  async move(account: AccountEntity, phone: string): Promise<void> {
    const holder = await this.accounts.lockByPhone(phone);
    if (holder && holder.id !== account.id) throw new PhoneExistsError();
    const { provider = 'phone', providers = [] } = account.appMetadata as {
      provider?: string;
      providers?: string[];
    };
    Object.assign(account, {
      phone,
      newPhone: null,
      isAnonymous: false,
      appMetadata: { ...account.appMetadata, provider, providers: [...new Set([...providers, 'phone'])] },
    } satisfies Partial<AccountEntity>);
    await this.confirm(account);
    await this.outbox.emit(accountPhoneChanged, { accountId: account.id });
    await this.record(account, 'account.phone-changed', {});
  }

  /** Gives the account a number that nobody has proven yet. Throws `phone_exists`. */
  async assign(account: AccountEntity, phone: string): Promise<void> {
    if (account.phone === phone) return;
    const holder = await this.accounts.lockByPhone(phone);
    if (holder && holder.id !== account.id) throw new PhoneExistsError();
    Object.assign(account, {
      phone,
      phoneConfirmedAt: null,
      newPhone: null,
    } satisfies Partial<AccountEntity>);
    const own = await this.ownIdentity(account);
    if (own) own.identityData = { ...own.identityData, phone, phone_verified: false };
    else addPhoneIdentity(this.database.em, account, this.clock.now(), { verified: false });
    await this.links.voidAllOf(account.id);
  }

  private async ownIdentity({ id }: AccountEntity): Promise<IdentityEntity | undefined> {
    return (await this.accounts.identitiesOf(id)).find(({ provider }) => provider === 'phone');
  }

  private async confirm(account: AccountEntity): Promise<void> {
    const now = this.clock.now();
    account.phoneConfirmedAt = now;
    account.updatedAt = now;
    account.userMetadata = { ...account.userMetadata, phone_verified: true };
    const own = await this.ownIdentity(account);
    if (own) {
      own.identityData = { ...own.identityData, phone: account.phone, phone_verified: true };
      own.updatedAt = now;
    } else {
      addPhoneIdentity(this.database.em, account, now, { verified: true });
    }
    await this.links.voidAllOf(account.id);
  }

  private record({ id }: AccountEntity, action: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: id, action, subject: { type: 'account', id }, details });
  }
}

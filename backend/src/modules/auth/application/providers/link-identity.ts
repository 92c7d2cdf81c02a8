import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Settings } from '../../../../platform/config/settings.js';
import { EmailNotConfirmedError, UserBannedError } from '../../domain/auth-errors.js';
import { normaliseEmail } from '../../domain/email-address.js';
import type { ForeignIdentity } from '../../domain/foreign-identity.js';
import {
  IdentityTakenError,
  IdentityUnknownError,
  LastIdentityError,
  LinkingDisabledError,
  OwnAddressError,
} from '../../domain/provider-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import { ManagedElsewhereError } from '../../domain/sso-errors.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { IdentitiesRepository } from '../../persistence/identities.repository.js';
import { ProveAddress } from '../accounts/prove-address.js';
import { SecondStep } from '../factors/second-step.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { KeepIdentity } from './keep-identity.js';

/** Not elsewhere: the account's own address and number. */
const OWN = ['email', 'phone'];

/** What the owner of an account may do about the accounts elsewhere that open it. */
@Injectable()
export class LinkIdentity {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly secondStep: SecondStep,
    private readonly keeping: KeepIdentity,
    private readonly proof: ProveAddress,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Throws `manual_linking_disabled`; `insufficient_aal` where a second factor guards the account and was not shown. */
  async admit(caller: ProvenCaller): Promise<void> {
    if (!this.settings.auth.manualLinking) throw new LinkingDisabledError();
    const account = await this.accounts.findById(caller.accountId);
    if (!account) throw new AccountGoneError();
    if (account.isSsoUser) throw new ManagedElsewhereError();
    assertProven(account);
    await this.secondStep.assertShown(account, caller, 'unauthenticated');
  }

  /**
   * In a transaction. An identity opens one account: throws `identity_already_exists`, for the own one too. What {@link admit} found
   * may have changed while somebody was away: throws `insufficient_aal` for a session that has fallen back meanwhile.
   */
  async link(
    { accountId, aal }: Pick<ProvenCaller, 'accountId' | 'aal'>,
    identity: ForeignIdentity,
  ): Promise<AccountEntity> {
    const kept = await this.identities.lock(identity.provider, identity.subject);
    if (kept) {
      const whose = kept.accountId === accountId ? '' : ' to another user';
      throw new IdentityTakenError(`Identity is already linked${whose}`);
    }
    const holder = await this.holderOf(accountId, identity);
    const account = await this.accounts.lockById(accountId);
    if (!account) throw new AccountGoneError();
    if (isBanned(account, this.clock.now())) throw new UserBannedError('forbidden');
    assertProven(account);
    await this.secondStep.assertShown(account, { aal }, 'unauthenticated');
    await this.keeping.add(account, identity);
    if (account.email == null && holder === null) await this.adopt(account, identity);
    account.isAnonymous = false;
    return account;
  }

  /** Throws `identity_not_found`, `single_identity_not_deletable`, `email_conflict_identity_not_deletable`. */
  async unlink(caller: ProvenCaller, identityId: string): Promise<void> {
    await this.admit(caller);
    await this.database.transaction(async () => {
      const account = await this.accounts.lockById(caller.accountId);
      if (!account) throw new AccountGoneError();
      const identities = await this.accounts.identitiesOf(account.id);
      const kept = identities.find(({ id }) => id === identityId);
      if (!kept) throw new IdentityUnknownError();
      if (identities.length === 1) throw new LastIdentityError();
      if (OWN.includes(kept.provider)) throw new OwnAddressError();
      await this.keeping.remove(account, kept);
    });
  }

  /**
   * Who has the address that the provider vouches for; undefined where that does not matter, because the account has an address of its
   * own. The address is held before the account, as everybody takes them.
   */
  private async holderOf(
    accountId: string,
    { email, emailVerified }: ForeignIdentity,
  ): Promise<AccountEntity | null | undefined> {
    if (email === null || !emailVerified) return undefined;
    const account = await this.accounts.findById(accountId);
    return account?.email == null ? this.accounts.lockByEmail(email) : undefined;
  }

  /** An account without an address gets the one that came with the identity. */
  private async adopt(account: AccountEntity, { email, provider }: ForeignIdentity): Promise<void> {
    if (email === null) return;
    account.email = email;
    account.emailNormalised = normaliseEmail(email);
    await this.proof.prove(account, { way: `provider ${provider}`, keepWaysIn: true });
  }
}

/** Until the mailbox is proven nobody knows whose account it is, so nothing is joined to it. */
function assertProven(account: AccountEntity): void {
  if (account.email != null && account.emailConfirmedAt == null) throw new EmailNotConfirmedError();
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { accountConfirmed } from '../../domain/events.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { WaysIn } from './ways-in.js';

export interface ProofOptions {
  /** How the mailbox was proved, for the audit log. */
  way: string;
  /**
   * False when whoever proves the mailbox need not be who chose the password: then everything that opened the account before
   * is removed, so that nobody keeps a way into an account whose mailbox another person proves.
   */
  keepWaysIn: boolean;
}

@Injectable()
export class ProveAddress {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly waysIn: WaysIn,
    private readonly links: OneTimeTokensRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Notes that the owner of the mailbox is here; in a transaction, on a locked account. Does nothing on a proven one. */
  async prove(account: AccountEntity, { way, keepWaysIn }: ProofOptions): Promise<void> {
    if (account.emailConfirmedAt != null) return;
    const now = this.clock.now();
    account.emailConfirmedAt = now;
    account.updatedAt = now;
    account.userMetadata = { ...account.userMetadata, email_verified: true };
    if (!keepWaysIn) await this.waysIn.closeAll(account);
    for (const identity of await this.accounts.identitiesOf(account.id)) {
      if (identity.provider !== 'email') continue;
      identity.identityData = { ...identity.identityData, email_verified: true };
      identity.updatedAt = now;
    }
    await this.links.voidAllOf(account.id);
    await this.outbox.emit(accountConfirmed, { accountId: account.id });
    await this.audit.record({
      actorId: account.id,
      action: 'account.address-proven',
      subject: { type: 'account', id: account.id },
      details: { way, earlierWaysInClosed: !keepWaysIn },
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { LinkExpiredError } from '../../domain/auth-errors.js';
import { accountDisowned } from '../../domain/events.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { LinkUse } from './link-use.js';
import { Passwords } from '../passwords/passwords.js';
import { ProveAddress } from '../accounts/prove-address.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { WaysIn } from '../accounts/ways-in.js';

/** What the owner of the mailbox may do about an account that a payment made in his name, without knowing its password. */
@Injectable()
export class ClaimPaidAccount {
  constructor(
    private readonly database: Database,
    private readonly links: LinkUse,
    private readonly passwords: Passwords,
    private readonly proof: ProveAddress,
    private readonly waysIn: WaysIn,
    private readonly grants: SessionGrants,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Chooses a new password and closes everything that opened the account before. Throws `weak_password`. */
  async withNewPassword(secret: string, newPassword: string): Promise<SessionGrant> {
    const found = await this.links.find(secret, ['payment']);
    const passwordHash = await this.passwords.hash(newPassword);
    const opened = await this.database.transaction(async () => {
      const account = await this.links.takeProving(found);
      await this.waysIn.closeAll(account);
      await this.proof.prove(account, { way: 'payment link', keepWaysIn: false });
      account.passwordHash = passwordHash;
      await this.record(account, 'password.set');
      return { account, session: await this.grants.open(account, 'otp') };
    });
    return this.grants.grant(opened.account, opened.session);
  }

  /** "This was not me": nothing opens the account any more but proving the mailbox, and staff are told. */
  async disown(secret: string): Promise<void> {
    const found = await this.links.find(secret, ['payment']);
    await this.database.transaction(async () => {
      const account = await this.links.takeProving(found);
      if (account.emailConfirmedAt != null) throw new LinkExpiredError();
      await this.waysIn.closeAll(account);
      await this.outbox.emit(accountDisowned, { accountId: account.id });
      await this.record(account, 'account.disowned');
    });
  }

  private record({ id }: AccountEntity, action: string): Promise<void> {
    return this.audit.record({
      actorId: id,
      action,
      subject: { type: 'account', id },
      details: { by: 'payment link' },
    });
  }
}

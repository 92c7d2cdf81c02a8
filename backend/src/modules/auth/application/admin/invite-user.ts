import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { EmailExistsError } from '../../domain/auth-errors.js';
import { accountInvited } from '../../domain/events.js';
import type { User } from '../../domain/user.js';
import { fullNameIn } from '../../domain/user-metadata.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { CreateAccount } from '../accounts/create-account.js';
import { describeUser } from '../accounts/describe-user.js';

export interface Invitation {
  email: string;
  /** Of a new account; judged. */
  userMetadata: Record<string, unknown>;
}

/** An account whose owner is asked to come: no password opens it, only the link that its mailbox gets. */
@Injectable()
export class InviteUser {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly creation: CreateAccount,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `email_exists` for an address that its owner has proven. */
  async invite(invitation: Invitation, redirectTo: string | null): Promise<User> {
    const account = await this.database.transaction(async () => {
      const invited = await this.prepare(invitation);
      await this.outbox.emit(accountInvited, { accountId: invited.id, redirectTo });
      return invited;
    });
    return describeUser(account, await this.accounts.identitiesOf(account.id));
  }

  /** In a transaction: the account, without the mail. */
  async prepare({ email, userMetadata }: Invitation): Promise<AccountEntity> {
    const present = await this.accounts.lockByEmail(email);
    if (present?.emailConfirmedAt != null) throw new EmailExistsError();
    const account =
      present ??
      (await this.creation.create({
        email,
        userMetadata,
        fullName: fullNameIn(userMetadata),
        passwordHash: null,
        origin: 'invite',
        termsVersion: null,
        termsAcceptedAt: null,
      }));
    account.invitedAt = this.clock.now();
    account.confirmationSentAt = account.invitedAt;
    await this.audit.record({
      actorId: null,
      action: 'account.invited',
      subject: { type: 'account', id: account.id },
      details: { by: 'service key', repeated: present !== null },
    });
    return account;
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { userConfirmed } from '../../domain/events.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { UserCredentials } from './user-credentials.js';

export interface ConfirmEmailOptions {
  /** How the mailbox was proved, for the audit log. */
  method: string;
  /**
   * False when the person who proves the mailbox need not be who chose the password: then everything that opened the account before
   * is removed, so that no one keeps a way into an account whose mailbox another person proves.
   */
  keepCredentials: boolean;
}

@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly users: UsersRepository,
    private readonly credentials: UserCredentials,
    private readonly tokens: OneTimeTokensRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Notes that the owner of the mailbox is here; in a transaction, on a locked account. Does nothing on a confirmed one. */
  async confirm(user: UserEntity, { method, keepCredentials }: ConfirmEmailOptions): Promise<void> {
    if (user.emailConfirmedAt != null) return;
    const now = this.clock.now();
    user.emailConfirmedAt = now;
    user.updatedAt = now;
    user.userMetadata = { ...user.userMetadata, email_verified: true };
    if (!keepCredentials) await this.credentials.removeAll(user);
    for (const identity of await this.users.identitiesOf(user.id)) {
      if (identity.provider !== 'email') continue;
      identity.identityData = { ...identity.identityData, email_verified: true };
      identity.updatedAt = now;
    }
    await this.tokens.removeAllForUser(user.id);
    await this.outbox.emit(userConfirmed, { userId: user.id });
    await this.audit.record({
      actorId: user.id,
      action: 'user.email_confirmed',
      subject: { type: 'user', id: user.id },
      details: { way: method, earlierCredentialsRemoved: !keepCredentials },
    });
  }
}

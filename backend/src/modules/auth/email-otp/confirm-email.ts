import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock, RealClock } from '../../../platform/clock.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { byUser } from '../core/audit-entries.js';
import { userConfirmed } from '../core/events.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { UserCredentials } from '../users/user-credentials.js';

export interface ConfirmEmailOptions {
  /** How the email was confirmed, for the audit log. */
  method: string;
  /**
   * False if the person confirming may not be the person who set the credentials. All earlier credentials are then removed, so that
   * no one keeps access to an account whose email someone else confirms.
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
    private readonly realClock: RealClock,
    private readonly clock: Clock,
  ) {}

  /** Marks the email as confirmed; does nothing if it already is. Call inside a transaction, on a locked user. */
  async confirm(user: UserEntity, { method, keepCredentials }: ConfirmEmailOptions): Promise<void> {
    if (user.emailConfirmedAt != null) return;
    const now = this.realClock.now();
    // The free trial starts now, and follows the clock that developers can advance.
    user.emailConfirmedAt = this.clock.now();
    user.updatedAt = now;
    user.userMetadata = { ...user.userMetadata, email_verified: true };
    if (!keepCredentials) await this.credentials.removeAll(user);
    for (const identity of await this.users.findIdentities(user.id)) {
      if (identity.provider !== 'email') continue;
      identity.identityData = { ...identity.identityData, email_verified: true };
      identity.updatedAt = now;
    }
    await this.tokens.removeAllForUser(user.id);
    await this.outbox.emit(userConfirmed, { userId: user.id });
    await this.audit.record(
      byUser(user.id, 'user.email_confirmed', { way: method, earlierCredentialsRemoved: !keepCredentials }),
    );
  }
}

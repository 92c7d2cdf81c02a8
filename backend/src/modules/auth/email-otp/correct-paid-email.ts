import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { DomainError } from '../../../platform/domain-error.js';
import { byUser } from '../core/audit-entries.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { SetEmail } from './set-email.js';

/** Corrects the address that a buyer mistyped at checkout. It stays unconfirmed. */
@Injectable()
export class CorrectPaidEmail {
  constructor(
    private readonly users: UsersRepository,
    private readonly setEmail: SetEmail,
    private readonly audit: Audit,
  ) {}

  /**
   * Call inside a transaction. Voids pending links. Keeps password and sessions: only the buyer can have them. Throws `email_exists`,
   * and `email_not_replayable` for an address that has been confirmed or was not entered at checkout.
   */
  async correct(userId: string, email: string): Promise<void> {
    const user = await this.users.lockById(userId);
    if (user?.origin !== 'payment' || user.emailConfirmedAt != null)
      throw new DomainError(
        'conflict',
        'email_not_replayable',
        'This address has already been confirmed. You can change it in your account settings.',
      );
    await this.setEmail.set(user, email);
    for (const identity of await this.users.findIdentities(userId)) {
      if (identity.provider === 'email')
        identity.identityData = { ...identity.identityData, email_verified: false };
    }
    await this.audit.record(byUser(userId, 'user.email_corrected'));
  }
}

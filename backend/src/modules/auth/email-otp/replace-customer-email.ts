import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { userEmailChanged } from '../core/events.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { staffRole } from '../users/user-summary.js';
import { SetEmail } from './set-email.js';

/** Replaces the address of a customer who can no longer use it. Staff must have verified the customer's identity. */
@Injectable()
export class ReplaceCustomerEmail {
  constructor(
    private readonly users: UsersRepository,
    private readonly setEmail: SetEmail,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * Takes effect immediately, voids pending links and notifies the former address. An unconfirmed address stays unconfirmed. Does
   * nothing if the address is the same. Throws `not_found`, `email_exists`, and `forbidden` for staff, whose account no one else may
   * take over.
   */
  async replace(
    userId: string,
    email: string,
    { actorId, reason }: { actorId: string; reason: string },
  ): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.users.lockById(userId);
      if (!user) throw new DomainError('not_found', 'not_found', 'Customer not found.');
      if (staffRole(user.appMetadata.role))
        throw new DomainError('forbidden', 'forbidden', "You can't change a staff member's email.");
      const { email: formerEmail, emailConfirmedAt } = user;
      if (formerEmail === email.trim()) return;
      await this.setEmail.set(user, email.trim());
      if (formerEmail != null) {
        for (const identity of await this.users.findIdentities(userId)) {
          if (identity.provider === 'email')
            identity.identityData = { ...identity.identityData, email_verified: emailConfirmedAt != null };
        }
        await this.outbox.emit(userEmailChanged, { userId, formerEmail });
      }
      const subject = { type: 'user', id: userId } as const;
      await this.audit.record({ actorId, action: 'user.email_replaced', subject, details: { reason } });
    });
  }
}

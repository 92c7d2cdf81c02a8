import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { byUser } from '../core/audit-entries.js';
import { userEmailChanged } from '../core/events.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { ConfirmEmail } from './confirm-email.js';
import { SetEmail } from './set-email.js';

/** Gives a user the email of a change that every required mailbox has confirmed, and notifies the former address. */
@Injectable()
export class ApplyEmailChange {
  constructor(
    private readonly setEmail: SetEmail,
    private readonly confirmEmail: ConfirmEmail,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Call inside a transaction, on a locked user. Throws `email_exists`. */
  async apply(user: UserEntity, newEmail: string): Promise<void> {
    const formerEmail = user.email;
    await this.setEmail.set(user, newEmail);
    // The person who set an unconfirmed user's credentials may own neither mailbox.
    await this.confirmEmail.confirm(user, {
      method: 'email change',
      keepCredentials: user.origin === 'admin',
    });
    if (formerEmail != null) await this.outbox.emit(userEmailChanged, { userId: user.id, formerEmail });
    await this.audit.record(byUser(user.id, 'user.email_changed'));
  }
}

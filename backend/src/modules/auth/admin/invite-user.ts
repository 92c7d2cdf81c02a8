import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { byService } from '../core/audit-entries.js';
import { EmailExistsError } from '../core/auth-errors.js';
import { userInvited } from '../core/events.js';
import { fullNameIn } from '../core/user-metadata.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';

export interface Invitation {
  email: string;
  /** For a new user; already validated. */
  userMetadata: Record<string, unknown>;
}

/** Invites people by email. An invited user has no password; the emailed link is the only way to sign in. */
@Injectable()
export class InviteUser {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** Throws `email_exists` if the address is already confirmed. */
  async invite(invitation: Invitation, redirectTo: string | null): Promise<User> {
    const user = await this.database.transaction(async () => {
      const invited = await this.prepare(invitation);
      await this.outbox.emit(userInvited, { userId: invited.id, redirectTo });
      return invited;
    });
    return describeUser(user, await this.users.findIdentities(user.id));
  }

  /** Creates or updates the user without sending the email. Call inside a transaction. */
  async prepare({ email, userMetadata }: Invitation): Promise<UserEntity> {
    const existing = await this.users.lockByEmail(email);
    if (existing?.emailConfirmedAt != null) throw new EmailExistsError();
    const user =
      existing ??
      (await this.createUser.create({
        email,
        userMetadata,
        fullName: fullNameIn(userMetadata),
        passwordHash: null,
        origin: 'invite',
      }));
    user.invitedAt = this.clock.now();
    user.confirmationSentAt = user.invitedAt;
    await this.audit.record(byService(user.id, 'user.invited', { repeated: existing !== null }));
    return user;
  }
}

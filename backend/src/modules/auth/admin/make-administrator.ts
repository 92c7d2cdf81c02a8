import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { byAnonymous } from '../core/audit-entries.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import { CreateUser } from '../users/create-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { Users } from '../users/users.js';

/** Gives the administrator role to the user with the configured email, creating them if necessary. */
@Injectable()
export class MakeAdministrator {
  constructor(
    private readonly users: Users,
    private readonly createUser: CreateUser,
    private readonly confirmEmail: ConfirmEmail,
    private readonly audit: Audit,
  ) {}

  /** Call inside a transaction that has locked the address. Replaces all credentials of a user whose email is unconfirmed. */
  async make(
    existing: UserEntity | null,
    { email, passwordHash }: { email: string; passwordHash: string },
  ): Promise<void> {
    const user = existing ?? (await this.create(email));
    if (user.emailConfirmedAt == null) {
      await this.confirmEmail.confirm(user, { method: 'settings', keepCredentials: false });
      user.passwordHash = passwordHash;
      await this.audit.record(byAnonymous(user.id, 'password.set', { by: 'settings' }));
    }
    await this.users.setRole(user.id, 'admin', null);
  }

  private create(email: string): Promise<UserEntity> {
    const nothing = { fullName: '', passwordHash: null, userMetadata: {} };
    return this.createUser.create({ ...nothing, origin: 'admin', email });
  }
}

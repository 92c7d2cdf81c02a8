import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { byService } from '../core/audit-entries.js';
import { UserNotFoundError } from '../core/auth-errors.js';
import { fullNameIn } from '../core/user-metadata.js';
import { SetEmail } from '../email-otp/set-email.js';
import type { PasswordOwner } from '../passwords/password-rules.js';
import { ReplacePassword } from '../passwords/replace-password.js';
import { ConfirmPhone } from '../phone/confirm-phone.js';
import { describeUser } from '../users/describe-user.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { UserAttributes, type UserInput } from './user-attributes.js';

/** Updates users for callers with the service key. The only email it causes is the password change notification. */
@Injectable()
export class AdminUpdateUser {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly setEmail: SetEmail,
    private readonly confirmPhone: ConfirmPhone,
    private readonly replacePassword: ReplacePassword,
    private readonly attributes: UserAttributes,
    private readonly audit: Audit,
  ) {}

  /**
   * Changes the email immediately. A new password ends every session. Throws `user_not_found`, `email_exists`, `phone_exists`,
   * `weak_password`.
   */
  async update(id: string, input: UserInput): Promise<User> {
    const { email, phone } = input;
    const passwordHash = await this.attributes.hashPassword(input, await this.passwordOwner(id, input));
    const user = await this.database.transaction(async () => {
      const locked = await this.users.lockById(id);
      if (!locked) throw new UserNotFoundError();
      if (email !== undefined) await this.setEmail.set(locked, email);
      if (phone !== undefined) await this.confirmPhone.assign(locked, phone);
      if (passwordHash !== undefined) await this.replacePassword.replace(locked, passwordHash);
      await this.attributes.apply(locked, input);
      await this.audit.record(
        byService(id, 'user.updated', {
          email: email !== undefined,
          phone: phone !== undefined,
          password: passwordHash !== undefined,
          ban: input.banSeconds !== undefined,
        }),
      );
      return locked;
    });
    return describeUser(user, await this.users.findIdentities(id));
  }

  private async passwordOwner(id: string, { email, phone, userMetadata }: UserInput): Promise<PasswordOwner> {
    const existing = await this.users.findById(id);
    return {
      email: email ?? existing?.email,
      phone: phone ?? existing?.phone,
      fullName: fullNameIn({ ...existing?.userMetadata, ...userMetadata }),
    };
  }
}

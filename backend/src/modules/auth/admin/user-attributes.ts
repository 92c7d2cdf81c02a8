import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { byService } from '../core/audit-entries.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import { isImportableHash } from '../passwords/imported-hash.js';
import type { PasswordOwner } from '../passwords/password-rules.js';
import { Passwords } from '../passwords/passwords.js';
import { ConfirmPhone } from '../phone/confirm-phone.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UpdateMetadata } from '../users/update-metadata.js';

export interface UserInput {
  email: string | undefined;
  password: string | undefined;
  /** Imported from another system; replaces `password`. */
  passwordHash: string | undefined;
  emailConfirm: boolean;
  /** Digits only. */
  phone: string | undefined;
  phoneConfirm: boolean;
  aud: string | undefined;
  role: string | undefined;
  /** Merged key by key; null removes a key. */
  userMetadata: Record<string, unknown> | undefined;
  appMetadata: Record<string, unknown> | undefined;
  /** 0 lifts the ban. */
  banSeconds: number | undefined;
}

/** What the service key sets on new and existing users alike. */
@Injectable()
export class UserAttributes {
  constructor(
    private readonly confirmEmail: ConfirmEmail,
    private readonly confirmPhone: ConfirmPhone,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly updateMetadata: UpdateMetadata,
    private readonly clock: RealClock,
  ) {}

  /** Call outside a transaction. Undefined if the input has no password. Throws `weak_password`, `validation_failed`. */
  async hashPassword(
    { password, passwordHash }: UserInput,
    owner: PasswordOwner,
  ): Promise<string | undefined> {
    if (password !== undefined && passwordHash !== undefined) {
      throw new InvalidInputError('Only a password or a password hash should be provided');
    }
    if (passwordHash !== undefined && !isImportableHash(passwordHash)) {
      throw new InvalidInputError('password_hash must be a bcrypt, argon2i or argon2id hash');
    }
    return password === undefined ? passwordHash : this.passwords.hash(password, owner);
  }

  /** Everything but the email, phone number and password. Call inside a transaction, on a locked user. */
  async apply(user: UserEntity, input: UserInput): Promise<void> {
    user.aud = input.aud ?? user.aud;
    user.role = input.role ?? user.role;
    this.updateMetadata.apply(user, input);
    if (input.emailConfirm && user.email != null) {
      await this.confirmEmail.confirm(user, { method: 'service key', keepCredentials: true });
    }
    if (input.phoneConfirm && user.phone != null)
      await this.confirmPhone.confirm(user, { keepCredentials: true });
    if (input.banSeconds !== undefined) await this.ban(user, input.banSeconds);
  }

  private async ban(user: UserEntity, seconds: number): Promise<void> {
    user.bannedUntil = seconds > 0 ? this.clock.in(seconds) : null;
    await this.audit.record(byService(user.id, seconds > 0 ? 'user.banned' : 'user.unbanned', { seconds }));
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserDeletedError } from '../access/session-errors.js';
import { InvalidInputError, ManagedBySsoError } from '../core/auth-errors.js';
import { parsePersonName, fitsInToken, mergeMetadata } from '../core/user-metadata.js';
import { ChangeEmail, type EmailChangeRequest } from '../email-otp/change-email.js';
import { EmailRateLimit } from '../email-otp/email-rate-limit.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { ChangePhone, type PhoneChangeRequest } from '../phone/change-phone.js';
import { SmsCodes } from '../phone/sms-codes.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { ChangePassword } from './change-password.js';
import { CurrentUser } from './current-user.js';

export interface UserUpdate {
  email: EmailChangeRequest | undefined;
  phone: PhoneChangeRequest | undefined;
  password: string | undefined;
  /** Used only with `password`. */
  currentPassword: string | undefined;
  /** Sent by reauthentication; used only with `password`. */
  nonce: string | undefined;
  /** Merged key by key; null removes a key. */
  data: Record<string, unknown> | undefined;
}

/** Updates the caller's email, phone, password or metadata. */
@Injectable()
export class UpdateCurrentUser {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly mfa: MfaRequirement,
    private readonly changeEmail: ChangeEmail,
    private readonly changePhone: ChangePhone,
    private readonly sms: SmsCodes,
    private readonly changePassword: ChangePassword,
    private readonly emailRateLimit: EmailRateLimit,
    private readonly currentUser: CurrentUser,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async change(
    caller: AuthenticatedCaller,
    { email, phone, password, currentPassword, nonce, data }: UserUpdate,
  ): Promise<User> {
    const user = await this.users.findById(caller.userId);
    if (!user) throw new UserDeletedError();
    if (user.isAnonymous && password !== undefined && email === undefined && phone === undefined)
      throw anonymousPasswordError();
    if (email !== undefined || phone !== undefined || password !== undefined) {
      if (user.isSsoUser) throw new ManagedBySsoError();
      await this.mfa.assertCompleted(user, caller, 'unauthenticated');
    }
    if (email !== undefined && (await this.changeEmail.isChange(user, email.email))) {
      await this.emailRateLimit.count('email_change', user.email ?? email.email);
    }
    if (phone !== undefined && (await this.changePhone.requiresCode(user, phone))) {
      await this.sms.count('phone_change', phone.phone);
    }
    const validated =
      password === undefined
        ? undefined
        : await this.changePassword.validate(user, caller, { password, currentPassword, nonce });
    await this.database.transaction(async () => {
      const locked = await this.users.lockById(caller.userId);
      if (!locked) throw new UserDeletedError();
      if (data !== undefined) changeMetadata(locked, data);
      if (validated !== undefined) await this.changePassword.set(locked, validated, caller);
      if (email !== undefined) await this.changeEmail.request(locked, email);
      if (phone !== undefined) await this.changePhone.request(locked, phone);
      locked.updatedAt = this.clock.now();
      await this.record(caller.userId, {
        password: validated !== undefined,
        data: Object.keys(data ?? {}).length > 0,
      });
    });
    validated?.release();
    return this.currentUser.read(caller.userId);
  }

  private record(id: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({
      actorId: id,
      action: 'user.updated',
      subject: { type: 'user', id },
      details,
    });
  }
}

function anonymousPasswordError(): DomainError {
  return new DomainError(
    'invalid',
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  );
}

function changeMetadata(user: UserEntity, data: Record<string, unknown>): void {
  const merged = mergeMetadata(user.userMetadata, data);
  if (!fitsInToken(merged)) throw new InvalidInputError('data is too large');
  user.userMetadata = merged;
  if ('full_name' in data) user.fullName = parsePersonName(String(data.full_name ?? '')) ?? '';
}

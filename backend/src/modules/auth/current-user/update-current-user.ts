import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { byUser } from '../core/audit-entries.js';
import { ManagedBySsoError } from '../core/auth-errors.js';
import { assertMetadataSize, mergeMetadata, parsePersonName } from '../core/user-metadata.js';
import { ChangeEmail, type EmailChangeRequest } from '../email-otp/change-email.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { ChangePhone, type PhoneChangeRequest } from '../phone/change-phone.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { ChangePassword } from './change-password.js';
import { VerifyOwner } from './verify-owner.js';

export interface UserUpdate {
  email: EmailChangeRequest | undefined;
  phone: PhoneChangeRequest | undefined;
  password: string | undefined;
  /** Checked whenever it is sent. */
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
    private readonly signedInUser: SignedInUser,
    private readonly mfa: MfaRequirement,
    private readonly changeEmail: ChangeEmail,
    private readonly changePhone: ChangePhone,
    private readonly changePassword: ChangePassword,
    private readonly verifyOwner: VerifyOwner,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async change(
    caller: AuthenticatedCaller,
    { email, phone, password, currentPassword, nonce, data }: UserUpdate,
  ): Promise<void> {
    const user = await this.signedInUser.find(caller.userId);
    if (user.isAnonymous && password !== undefined && email === undefined && phone === undefined)
      throw anonymousPasswordError();
    if (email !== undefined || phone !== undefined || password !== undefined) {
      if (user.isSsoUser) throw new ManagedBySsoError();
      await this.mfa.assertCompleted(user, caller, 'unauthenticated');
    }
    if (password === undefined && currentPassword !== undefined)
      await this.verifyOwner.assertCurrentPassword(user, currentPassword);
    if (email !== undefined) await this.changeEmail.countEmail(user, email);
    if (phone !== undefined) await this.changePhone.countSms(user, phone);
    const validated =
      password === undefined
        ? undefined
        : await this.changePassword.validate(user, caller, { password, currentPassword, nonce });
    await this.signedInUser.withLock(caller.userId, async (locked) => {
      if (data !== undefined) changeMetadata(locked, data, this.settings.auth.metadataMaxLength);
      if (validated !== undefined) await this.changePassword.set(locked, validated, caller);
      if (email !== undefined) await this.changeEmail.request(locked, email);
      if (phone !== undefined) await this.changePhone.request(locked, phone);
      locked.updatedAt = this.clock.now();
      await this.audit.record(
        byUser(caller.userId, 'user.updated', {
          password: validated !== undefined,
          data: Object.keys(data ?? {}).length > 0,
        }),
      );
    });
    validated?.release();
  }
}

function anonymousPasswordError(): DomainError {
  return new DomainError(
    'invalid',
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  );
}

function changeMetadata(user: UserEntity, data: Record<string, unknown>, maxLength: number): void {
  const merged = mergeMetadata(user.userMetadata, data);
  assertMetadataSize(merged, maxLength);
  user.userMetadata = merged;
  if ('full_name' in data) user.fullName = parsePersonName(String(data.full_name ?? '')) ?? '';
}

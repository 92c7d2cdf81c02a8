import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { ManagedBySsoError } from '../core/auth-errors.js';
import type { EmailChangeRequest } from '../email-otp/change-email.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import type { PhoneChangeRequest } from '../phone/change-phone.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
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

/** Decides whether a caller may update their email, phone or password. */
@Injectable()
export class AuthorizeUpdate {
  constructor(
    private readonly mfa: MfaRequirement,
    private readonly verifyOwner: VerifyOwner,
  ) {}

  /**
   * Call outside a transaction: wrong passwords must stay counted. Throws `validation_failed`, `user_sso_managed`,
   * `insufficient_aal`, `current_password_invalid`.
   */
  async assertAllowed(
    user: UserEntity,
    caller: AuthenticatedCaller,
    { email, phone, password, currentPassword }: UserUpdate,
  ): Promise<void> {
    if (user.isAnonymous && password !== undefined && email === undefined && phone === undefined)
      throw anonymousPasswordError();
    if (email !== undefined || phone !== undefined || password !== undefined) {
      if (user.isSsoUser) throw new ManagedBySsoError();
      await this.mfa.assertCompleted(user, caller, 'unauthenticated');
    }
    // A password change checks it together with the nonce.
    if (password === undefined && currentPassword !== undefined)
      await this.verifyOwner.assertCurrentPassword(user, currentPassword);
  }
}

function anonymousPasswordError(): DomainError {
  return new DomainError(
    'invalid',
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  );
}

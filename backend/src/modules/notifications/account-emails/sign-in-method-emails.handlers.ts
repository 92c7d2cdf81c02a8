import { Injectable } from '@nestjs/common';
import {
  userMfaFactorEnrolled,
  userMfaFactorUnenrolled,
  userPasskeyAdded,
  userPasskeyRemoved,
  userPhoneChanged,
  userRecoveryCodesGenerated,
  userRecoveryCodeUsed,
  userSignedInOnNewDevice,
  type FactorChangePayload,
  type FactorEnrolledPayload,
  type NewSignInPayload,
} from '../../auth/index.js';
import { UserEmailHandler } from './user-email.handler.js';

interface UserPayload {
  userId: string;
}

@Injectable()
export class SendNewSignInEmail extends UserEmailHandler<'new-sign-in', NewSignInPayload> {
  override readonly id = 'send-new-sign-in-email';
  override readonly event = userSignedInOnNewDevice;
  protected override readonly template = 'new-sign-in';
}

@Injectable()
export class SendMfaFactorEnrolledEmail extends UserEmailHandler<
  'mfa-factor-enrolled',
  FactorEnrolledPayload
> {
  override readonly id = 'send-mfa-factor-enrolled-email';
  override readonly event = userMfaFactorEnrolled;
  protected override readonly template = 'mfa-factor-enrolled';
}

@Injectable()
export class SendMfaFactorUnenrolledEmail extends UserEmailHandler<
  'mfa-factor-unenrolled',
  FactorChangePayload
> {
  override readonly id = 'send-mfa-factor-unenrolled-email';
  override readonly event = userMfaFactorUnenrolled;
  protected override readonly template = 'mfa-factor-unenrolled';
}

@Injectable()
export class SendPasskeyAddedEmail extends UserEmailHandler<'passkey-added', UserPayload> {
  override readonly id = 'send-passkey-added-email';
  override readonly event = userPasskeyAdded;
  protected override readonly template = 'passkey-added';
}

@Injectable()
export class SendPasskeyRemovedEmail extends UserEmailHandler<'passkey-removed', UserPayload> {
  override readonly id = 'send-passkey-removed-email';
  override readonly event = userPasskeyRemoved;
  protected override readonly template = 'passkey-removed';
}

@Injectable()
export class SendPhoneChangedEmail extends UserEmailHandler<'phone-changed', UserPayload> {
  override readonly id = 'send-phone-changed-email';
  override readonly event = userPhoneChanged;
  protected override readonly template = 'phone-changed';
}

@Injectable()
export class SendRecoveryCodesGeneratedEmail extends UserEmailHandler<
  'recovery-codes-generated',
  UserPayload
> {
  override readonly id = 'send-recovery-codes-generated-email';
  override readonly event = userRecoveryCodesGenerated;
  protected override readonly template = 'recovery-codes-generated';
}

@Injectable()
export class SendRecoveryCodeUsedEmail extends UserEmailHandler<
  'recovery-code-used',
  UserPayload & { remaining: number }
> {
  override readonly id = 'send-recovery-code-used-email';
  override readonly event = userRecoveryCodeUsed;
  protected override readonly template = 'recovery-code-used';
}

import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { FeatureDisabledError } from '../core/auth-errors.js';
import type { SecondFactor } from '../factors/factors.repository.js';

export type FactorType = SecondFactor['factorType'];

/** Which types of second factor the settings enable. */
@Injectable()
export class EnabledFactors {
  constructor(private readonly settings: Settings) {}

  /** Throws `mfa_…_enroll_not_enabled` or `mfa_…_verify_not_enabled`. */
  assertEnabled(type: FactorType, action: 'enroll' | 'verify'): void {
    const { mfaTotp, mfaWebauthn, mfaPhone } = this.settings.auth;
    const enabled = { totp: mfaTotp, webauthn: mfaWebauthn, phone: mfaPhone };
    if (enabled[type]) return;
    const name = { totp: 'TOTP', webauthn: 'WebAuthn', phone: 'Phone' }[type];
    throw new FeatureDisabledError(
      'invalid',
      `mfa_${type}_${action}_not_enabled`,
      `MFA ${action} is disabled for ${name}`,
    );
  }
}

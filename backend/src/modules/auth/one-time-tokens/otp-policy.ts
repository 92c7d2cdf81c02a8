import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { FeatureDisabledError, SignUpDisabledError } from '../core/auth-errors.js';

/** Who may request a one-time link or code without being signed in. */
@Injectable()
export class OtpPolicy {
  constructor(
    private readonly captcha: Captcha,
    private readonly settings: Settings,
  ) {}

  /** Throws `captcha_failed` and `email_provider_disabled`. `kind` sets the latter's HTTP status, which the wire protocol varies by route. */
  async assertEmailAllowed(captchaToken: string | undefined, kind: 'invalid' | 'malformed'): Promise<void> {
    if (!this.settings.auth.emailEnabled) {
      throw new FeatureDisabledError(kind, 'email_provider_disabled', 'Email logins are disabled');
    }
    await this.captcha.check(captchaToken);
  }

  /** Throws `captcha_failed` and `phone_provider_disabled`. */
  async assertPhoneAllowed(captchaToken: string | undefined): Promise<void> {
    if (!this.settings.auth.phoneEnabled) {
      throw new FeatureDisabledError('malformed', 'phone_provider_disabled', 'Unsupported phone provider');
    }
    await this.captcha.check(captchaToken);
  }

  /**
   * Whether the request may create a user. If not, throws `otp_disabled` or `signup_disabled` for an unknown address or number,
   * unless the settings hide existing accounts.
   */
  maySignUp({ createUser }: { createUser: boolean }, { known }: { known: boolean }): boolean {
    const error = this.signUpError(createUser);
    if (error && !known && !this.settings.auth.hideExistingAccounts) throw error;
    return !error;
  }

  private signUpError(createUser: boolean): FeatureDisabledError | undefined {
    if (!createUser)
      return new FeatureDisabledError('invalid', 'otp_disabled', 'Signups not allowed for otp');
    return this.settings.auth.signupEnabled ? undefined : new SignUpDisabledError();
  }
}

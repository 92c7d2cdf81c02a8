import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { FeatureDisabledError, SignUpDisabledError } from '../core/auth-errors.js';
import type { PasswordOwner } from '../passwords/password-rules.js';
import { Passwords } from '../passwords/passwords.js';

export interface PasswordSignUp extends PasswordOwner {
  password: string;
  captchaToken: string | undefined;
}

/** Who may sign up with a password. */
@Injectable()
export class SignUpPolicy {
  constructor(
    private readonly captcha: Captcha,
    private readonly passwords: Passwords,
    private readonly settings: Settings,
  ) {}

  /** Throws `signup_disabled`, `email_provider_disabled`, `phone_provider_disabled`, `captcha_failed`, `weak_password`. */
  async assertAllowed(by: 'email' | 'phone', request: PasswordSignUp): Promise<void> {
    const { signupEnabled, emailEnabled, phoneEnabled } = this.settings.auth;
    if (!signupEnabled) throw new SignUpDisabledError();
    if (!(by === 'email' ? emailEnabled : phoneEnabled)) {
      const name = by === 'email' ? 'Email' : 'Phone';
      throw new FeatureDisabledError('malformed', `${by}_provider_disabled`, `${name} signups are disabled`);
    }
    await this.captcha.check(request.captchaToken);
    this.passwords.assertStrong(request.password, request);
  }
}

import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { UserAlreadyExistsError } from '../core/auth-errors.js';
import { AuthSms } from '../phone/auth-sms.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { RegisterPhoneUser, type PhoneRegistration } from './register-phone-user.js';
import { SignUpPasswords } from './sign-up-passwords.js';
import { SignUpPolicy, type PasswordSignUp } from './sign-up-policy.js';
import type { SignUpOutcome } from './store-sign-up.js';

export type PhoneSignUp = PhoneRegistration & PasswordSignUp;

/** Creates a user with a phone number and a password, or resends the code for an unconfirmed one. */
@Injectable()
export class SignUpByPhone {
  constructor(
    private readonly policy: SignUpPolicy,
    private readonly passwords: SignUpPasswords,
    private readonly users: UsersRepository,
    private readonly registerPhoneUser: RegisterPhoneUser,
    private readonly sms: AuthSms,
    private readonly settings: Settings,
  ) {}

  async signUp(request: PhoneSignUp): Promise<SignUpOutcome> {
    await this.policy.assertAllowed('phone', request);
    const existing = await this.users.findByPhone(request.phone);
    if (existing?.phoneConfirmedAt != null) throw new UserAlreadyExistsError();
    const autoconfirm = this.settings.auth.autoconfirmPhone;
    if (!autoconfirm) await this.sms.count('sms_signup', request.phone);
    const passwordHash = await this.passwords.hashFor(existing, request.password, { autoconfirm });
    return this.registerPhoneUser.register(request, passwordHash);
  }
}

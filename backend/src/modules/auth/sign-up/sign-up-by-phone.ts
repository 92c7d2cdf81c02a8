import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { FeatureDisabledError, UserAlreadyExistsError, SignUpDisabledError } from '../core/auth-errors.js';
import type { SmsRequestedPayload } from '../core/events.js';
import { ConfirmPhone } from '../phone/confirm-phone.js';
import { SmsCodes } from '../phone/sms-codes.js';
import { SessionGrants, type OpenSession } from '../sessions/session-grants.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { SignUpPasswords } from './sign-up-passwords.js';
import type { SignUpOutcome } from './sign-up.js';

export interface PhoneSignUp {
  phone: string;
  channel: SmsRequestedPayload['channel'];
  password: string;
  /** Validated by `parsePersonName`, or empty. */
  fullName: string;
  userMetadata: Record<string, unknown>;
  captchaToken: string | undefined;
}

/** Creates a user with a phone number and a password, or resends the code for an unconfirmed one. */
@Injectable()
export class SignUpByPhone {
  constructor(
    private readonly database: Database,
    private readonly captcha: Captcha,
    private readonly passwords: SignUpPasswords,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly confirmPhone: ConfirmPhone,
    private readonly sms: SmsCodes,
    private readonly sessionGrants: SessionGrants,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async signUp(request: PhoneSignUp): Promise<SignUpOutcome> {
    this.assertSignUpEnabled();
    await this.captcha.check(request.captchaToken);
    this.passwords.assertStrong(request.password, request);
    const existing = await this.users.findByPhone(request.phone);
    if (existing?.phoneConfirmedAt != null) throw new UserAlreadyExistsError();
    if (!this.settings.auth.autoconfirmPhone) await this.sms.count('sms_signup', request.phone);
    const autoconfirm = this.settings.auth.autoconfirmPhone;
    const passwordHash = await this.passwords.hashFor(existing, request.password, { autoconfirm });
    const { user, session } = await this.database.transaction(() => this.store(request, passwordHash));
    if (session) return { session: await this.sessionGrants.grant(user, session) };
    return { user: describeUser(user, await this.users.identitiesOf(user.id)) };
  }

  private async store(
    request: PhoneSignUp,
    passwordHash: string | null,
  ): Promise<{ user: UserEntity; session: OpenSession | undefined }> {
    const existing = await this.users.lockByPhone(request.phone);
    if (existing?.phoneConfirmedAt != null) throw new UserAlreadyExistsError();
    const user = existing
      ? this.updateUnconfirmed(existing, request, passwordHash)
      : await this.create(request, passwordHash);
    await this.audit.record({
      actorId: user.id,
      action: existing ? 'user.signed_up_again' : 'user.created',
      subject: { type: 'user', id: user.id },
      details: { origin: user.origin },
    });
    if (this.settings.auth.autoconfirmPhone) {
      if (user.passwordHash === null) throw new UserAlreadyExistsError();
      await this.confirmPhone.confirm(user, { keepCredentials: true });
      return { user, session: await this.sessionGrants.open(user, 'password') };
    }
    user.confirmationSentAt = this.clock.now();
    const { phone, channel } = request;
    await this.sms.request({ userId: user.id, phone, channel, purpose: 'sms_signup' });
    return { user, session: undefined };
  }

  /** If the two sign-ups used different passwords, no one can tell which belongs to the number's owner, so neither is kept. */
  private updateUnconfirmed(user: UserEntity, request: PhoneSignUp, hash: string | null): UserEntity {
    const now = this.clock.now();
    const { fullName, userMetadata } = request;
    const passwordHash = hash === user.passwordHash ? hash : null;
    return Object.assign(user, { passwordHash, fullName, userMetadata, updatedAt: now });
  }

  private create(request: PhoneSignUp, passwordHash: string | null): Promise<UserEntity> {
    const { phone, fullName, userMetadata } = request;
    return this.createUser.create({
      email: null,
      phone,
      fullName,
      userMetadata,
      passwordHash,
      origin: 'phone',
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: this.clock.now(),
    });
  }

  private assertSignUpEnabled(): void {
    const { signupEnabled, phoneEnabled } = this.settings.auth;
    if (!signupEnabled) {
      throw new SignUpDisabledError();
    }
    if (!phoneEnabled) {
      throw new FeatureDisabledError('malformed', 'phone_provider_disabled', 'Phone signups are disabled');
    }
  }
}

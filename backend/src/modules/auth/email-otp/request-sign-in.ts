import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { FeatureDisabledError, SignUpDisabledError } from '../core/auth-errors.js';
import { userConfirmationRequested, userMagicLinkRequested } from '../core/events.js';
import { Flows } from '../pkce/flows.js';
import { CreateUser } from '../users/create-user.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { EmailRateLimit } from './email-rate-limit.js';
import type { EmailRequest } from './request-email.js';

export interface SignInRequest extends EmailRequest {
  /** False to not create a user for an unknown address. */
  createUser: boolean;
  /** For a new user. */
  userMetadata: Record<string, unknown>;
  fullName: string;
}

/**
 * Requests an email to sign in without a password. An unknown address gets a new user and a confirmation email, so that known and
 * unknown addresses look alike, unless the caller or the settings rule out new users.
 */
@Injectable()
export class RequestSignIn {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly flows: Flows,
    private readonly emailRateLimit: EmailRateLimit,
    private readonly captcha: Captcha,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * For an unknown address that may not sign up, throws `otp_disabled` or `signup_disabled`, or does nothing if the settings hide
   * existing accounts.
   */
  async request(request: SignInRequest): Promise<void> {
    const { emailEnabled, hideExistingAccounts } = this.settings.auth;
    if (!emailEnabled) {
      throw new FeatureDisabledError('invalid', 'email_provider_disabled', 'Email logins are disabled');
    }
    await this.captcha.check(request.captchaToken);
    const error = this.signUpError(request);
    const known = (await this.users.findByEmail(request.email)) !== null;
    if (!known && error && !hideExistingAccounts) throw error;
    await this.emailRateLimit.count('magiclink', request.email);
    await this.database.transaction(async () => {
      const existing = await this.users.lockByEmail(request.email);
      if (existing) await this.requestForUser(existing, request);
      else if (!error) await this.requestForNewUser(request);
      const subject = existing ? { type: 'user', id: existing.id } : undefined;
      await this.audit.record({ actorId: null, action: 'user.magic_link_requested', subject });
    });
  }

  private signUpError({ createUser }: SignInRequest): FeatureDisabledError | undefined {
    if (!createUser)
      return new FeatureDisabledError('invalid', 'otp_disabled', 'Signups not allowed for otp');
    return this.settings.auth.signupEnabled ? undefined : new SignUpDisabledError();
  }

  /** Includes unconfirmed users: confirming through this email removes a password that someone else may have set. */
  private async requestForUser(user: UserEntity, request: SignInRequest): Promise<void> {
    const now = this.clock.now();
    // SSO users sign in through their identity provider only: someone removed there must not get in by email.
    if (isBanned(user, now) || user.isSsoUser) return;
    user.recoverySentAt = now;
    const flow = await this.flows.begin(user.id, request.codeChallenge);
    const { redirectTo } = request;
    await this.outbox.emit(userMagicLinkRequested, { userId: user.id, redirectTo, ...flow });
  }

  private async requestForNewUser(request: SignInRequest): Promise<void> {
    const { email, fullName, userMetadata, redirectTo } = request;
    const now = this.clock.now();
    const user = await this.createUser.create({
      email,
      fullName,
      userMetadata,
      origin: 'signup',
      passwordHash: null,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
    });
    user.confirmationSentAt = now;
    const flow = await this.flows.begin(user.id, request.codeChallenge);
    await this.outbox.emit(userConfirmationRequested, { userId: user.id, redirectTo, ...flow });
    await this.audit.record({
      actorId: user.id,
      action: 'user.created',
      subject: { type: 'user', id: user.id },
      details: { origin: 'signup', by: 'sign-in link' },
    });
  }
}

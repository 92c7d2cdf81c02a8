import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { byAnonymous, byUser } from '../core/audit-entries.js';
import { OtpPolicy } from '../one-time-tokens/otp-policy.js';
import { CreateUser } from '../users/create-user.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { AuthEmails } from './auth-emails.js';
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
    private readonly otpPolicy: OtpPolicy,
    private readonly emails: AuthEmails,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /**
   * For an unknown address that may not sign up, throws `otp_disabled` or `signup_disabled`, or does nothing if the settings hide
   * existing accounts.
   */
  async request(request: SignInRequest): Promise<void> {
    await this.otpPolicy.assertEmailAllowed(request.captchaToken, 'invalid');
    const known = (await this.users.findByEmail(request.email)) !== null;
    const maySignUp = this.otpPolicy.maySignUp(request, { known });
    await this.emails.count('magiclink', request.email);
    await this.database.transaction(async () => {
      const existing = await this.users.lockByEmail(request.email);
      if (existing) await this.requestForUser(existing, request);
      else if (maySignUp) await this.requestForNewUser(request);
      await this.audit.record(byAnonymous(existing?.id, 'user.magic_link_requested'));
    });
  }

  /** Includes unconfirmed users: confirming through this email removes a password that someone else may have set. */
  private async requestForUser(user: UserEntity, request: SignInRequest): Promise<void> {
    // SSO users sign in through their identity provider only: someone removed there must not get in by email.
    if (isBanned(user, this.clock.now()) || user.isSsoUser) return;
    await this.emails.requestMagicLink(user, request);
  }

  private async requestForNewUser(request: SignInRequest): Promise<void> {
    const { email, fullName, userMetadata } = request;
    const user = await this.createUser.signUp({
      email,
      fullName,
      userMetadata,
      origin: 'signup',
      passwordHash: null,
    });
    await this.emails.requestConfirmation(user, request);
    await this.audit.record(byUser(user.id, 'user.created', { origin: 'signup', by: 'sign-in link' }));
  }
}

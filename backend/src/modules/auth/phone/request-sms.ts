import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { byAnonymous } from '../core/audit-entries.js';
import type { SmsRequestedPayload } from '../core/events.js';
import { OtpPolicy } from '../one-time-tokens/otp-policy.js';
import { CreateUser } from '../users/create-user.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { AuthSms } from './auth-sms.js';

export interface SmsRequest {
  phone: string;
  channel: SmsRequestedPayload['channel'];
  captchaToken: string | undefined;
}

export interface SmsSignInRequest extends SmsRequest {
  /** False to not create a user for an unknown number. */
  createUser: boolean;
  /** For a new user. */
  userMetadata: Record<string, unknown>;
  fullName: string;
}

/** Requests a text message with a code, to sign in or to resend an earlier one. */
@Injectable()
export class RequestSms {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly otpPolicy: OtpPolicy,
    private readonly sms: AuthSms,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /**
   * For an unknown number that may not sign up, throws `otp_disabled` or `signup_disabled`, or does nothing if the settings hide
   * existing accounts.
   */
  async signIn(request: SmsSignInRequest): Promise<void> {
    await this.otpPolicy.assertPhoneAllowed(request.captchaToken);
    const known = (await this.users.findByPhone(request.phone)) !== null;
    const maySignUp = this.otpPolicy.maySignUp(request, { known });
    await this.sms.count('sms', request.phone);
    await this.database.transaction(async () => {
      const existing = await this.users.lockByPhone(request.phone);
      const user = existing ?? (maySignUp ? await this.create(request) : null);
      if (user) await this.send(user, request, 'sms');
      await this.audit.record(byAnonymous(user?.id, 'user.magic_link_requested'));
    });
  }

  /** Resends the code of a sign-up or a phone change. Does nothing if none is pending, even without an SMS provider. */
  async resend(purpose: 'sms_signup' | 'phone_change', request: SmsRequest): Promise<void> {
    await this.otpPolicy.assertPhoneAllowed(request.captchaToken);
    await this.sms.countRequest(purpose, request.phone);
    await this.database.transaction(async () => {
      const user =
        purpose === 'sms_signup'
          ? await this.users.findByPhone(request.phone)
          : await this.users.findByNewPhone(request.phone);
      const isPending = user && (purpose === 'phone_change' || user.phoneConfirmedAt == null);
      if (isPending) {
        this.sms.assertProvider(request.phone);
        await this.send(user, request, purpose);
      }
      await this.audit.record(byAnonymous(user?.id, 'user.sms_resent'));
    });
  }

  private async send(
    user: UserEntity,
    { phone, channel }: SmsRequest,
    purpose: SmsRequestedPayload['purpose'],
  ): Promise<void> {
    if (isBanned(user, this.clock.now())) return;
    await this.sms.request({ userId: user.id, phone, channel, purpose });
  }

  private create({ phone, fullName, userMetadata }: SmsSignInRequest): Promise<UserEntity> {
    return this.createUser.signUp({
      email: null,
      phone,
      fullName,
      userMetadata,
      passwordHash: null,
      origin: 'phone',
    });
  }
}

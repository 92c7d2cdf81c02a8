import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { UserAlreadyExistsError } from '../core/auth-errors.js';
import type { SmsRequestedPayload } from '../core/events.js';
import { AuthSms } from '../phone/auth-sms.js';
import { ConfirmPhone } from '../phone/confirm-phone.js';
import { SessionGrants, type OpenSession } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { StoreSignUp, type SignUpOutcome } from './store-sign-up.js';

export interface PhoneRegistration {
  phone: string;
  channel: SmsRequestedPayload['channel'];
  /** Validated by `parsePersonName`, or empty. */
  fullName: string;
  userMetadata: Record<string, unknown>;
}

/** Stores a sign-up by phone. */
@Injectable()
export class RegisterPhoneUser {
  constructor(
    private readonly users: UsersRepository,
    private readonly storeSignUp: StoreSignUp,
    private readonly confirmPhone: ConfirmPhone,
    private readonly sms: AuthSms,
    private readonly sessionGrants: SessionGrants,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** `passwordHash` is null if the password differs from that of an earlier sign-up. Throws `user_already_exists`. */
  register(registration: PhoneRegistration, passwordHash: string | null): Promise<SignUpOutcome> {
    return this.storeSignUp.complete(async () => {
      const existing = await this.users.lockByPhone(registration.phone);
      if (existing?.phoneConfirmedAt != null) throw new UserAlreadyExistsError();
      const { phone, fullName, userMetadata } = registration;
      const details = { origin: 'phone', email: null, phone, fullName, userMetadata } as const;
      const user = await this.storeSignUp.save(existing, details, passwordHash);
      return { user, session: await this.confirmOrRequest(user, registration) };
    });
  }

  private async confirmOrRequest(
    user: UserEntity,
    { phone, channel }: PhoneRegistration,
  ): Promise<OpenSession | undefined> {
    if (!this.settings.auth.autoconfirmPhone) {
      user.confirmationSentAt = this.clock.now();
      await this.sms.request({ userId: user.id, phone, channel, purpose: 'sms_signup' });
      return undefined;
    }
    if (user.passwordHash === null) throw new UserAlreadyExistsError();
    await this.confirmPhone.confirm(user, { keepCredentials: true });
    return this.sessionGrants.open(user, 'password');
  }
}

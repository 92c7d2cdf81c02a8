import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { OtpExpiredError, UserBannedError } from '../core/auth-errors.js';
import { CodeLookup } from '../one-time-tokens/code-lookup.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { ConfirmPhone } from './confirm-phone.js';

/** The code purposes that each `type` of the wire protocol accepts. */
const PURPOSES = { sms: ['sms', 'sms_signup'], phone_change: ['phone_change'] } as const;
export type PhoneVerification = keyof typeof PURPOSES;

/** Redeems a code from a text message for a session and confirms the phone number. */
@Injectable()
export class VerifyPhone {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly codeLookup: CodeLookup,
    private readonly confirmPhone: ConfirmPhone,
    private readonly sessionGrants: SessionGrants,
    private readonly clock: RealClock,
  ) {}

  /** Throws `otp_expired` for every invalid code, `user_banned`, and `phone_exists` if another user now has the number. */
  async verify(type: PhoneVerification, phone: string, code: string): Promise<SessionGrant> {
    const owners = await this.findOwners(type, phone);
    const found = await this.codeLookup.findByUsers(owners, phone, code, PURPOSES[type]);
    return this.sessionGrants.grantAfter(async () => {
      const user = await this.users.lockById(found.userId);
      if (!user) throw expired();
      if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
      if (!(await this.tokens.consume(found))) throw expired();
      await this.accept(user, phone, found.purpose);
      return { user, session: await this.sessionGrants.open(user, 'otp') };
    });
  }

  private async findOwners(type: PhoneVerification, phone: string): Promise<string[]> {
    if (type === 'phone_change') return this.tokens.findUsersChangingTo(phone, 'phone_change');
    const user = await this.users.findByPhone(phone);
    return user ? [user.id] : [];
  }

  private async accept(user: UserEntity, phone: string, purpose: string): Promise<void> {
    if (purpose === 'phone_change') {
      if (user.newPhone !== phone) throw expired();
      return this.confirmPhone.replace(user, phone);
    }
    if (user.phone !== phone) throw expired();
    // For a sign-in code, the number's owner may not be the person who set the password.
    await this.confirmPhone.confirm(user, { keepCredentials: purpose === 'sms_signup' });
  }
}

function expired(): OtpExpiredError {
  return new OtpExpiredError('Token has expired or is invalid');
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { byUser } from '../core/audit-entries.js';
import { EmailNotConfirmedError } from '../core/auth-errors.js';
import type { SmsRequestedPayload } from '../core/events.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { AuthSms } from './auth-sms.js';
import { ConfirmPhone } from './confirm-phone.js';
import { PhoneExistsError } from './phone-errors.js';

export interface PhoneChangeRequest {
  phone: string;
  channel: SmsRequestedPayload['channel'];
}

/** Sets or changes a user's phone number, confirmed by a code sent to the new number. */
@Injectable()
export class ChangePhone {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly sms: AuthSms,
    private readonly confirmPhone: ConfirmPhone,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /**
   * Counts the message that {@link request} sends, if the change needs a code. Call it outside a transaction. Throws `phone_exists`,
   * `email_not_confirmed` while the user's email is unconfirmed, and what {@link AuthSms.count} throws.
   */
  async countSms(user: UserEntity, change: PhoneChangeRequest): Promise<void> {
    if (await this.requiresCode(user, change)) await this.sms.count('phone_change', change.phone);
  }

  private async requiresCode(user: UserEntity, { phone }: PhoneChangeRequest): Promise<boolean> {
    if (user.phone === phone && user.phoneConfirmedAt != null) return false;
    // Someone who signed up with another person's email must not get into that account through their own number.
    if (user.email != null && user.emailConfirmedAt == null) throw new EmailNotConfirmedError();
    const holder = await this.users.findByPhone(phone);
    if (holder && holder.id !== user.id) throw new PhoneExistsError();
    return !this.settings.auth.autoconfirmPhone;
  }

  /** Call inside a transaction, on a locked user. Replaces an earlier request. */
  async request(user: UserEntity, input: PhoneChangeRequest): Promise<void> {
    if (user.phone === input.phone && user.phoneConfirmedAt != null) return;
    if (!(await this.requiresCode(user, input))) return this.confirmPhone.replace(user, input.phone);
    user.newPhone = input.phone;
    user.phoneChangeSentAt = this.clock.now();
    await this.tokens.removeByPurpose(user.id, 'phone_change');
    await this.sms.request({ ...input, userId: user.id, purpose: 'phone_change' });
    await this.audit.record(byUser(user.id, 'user.phone_change_requested'));
  }
}

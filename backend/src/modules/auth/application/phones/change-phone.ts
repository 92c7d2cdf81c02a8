import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { EmailNotConfirmedError } from '../../domain/auth-errors.js';
import type { SmsWanted } from '../../domain/events.js';
import { PhoneExistsError } from '../../domain/phone-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { ProvePhone } from './prove-phone.js';
import { SmsCodes } from './sms-codes.js';

export interface PhoneChangeWish {
  phone: string;
  channel: SmsWanted['channel'];
}

/** A number for an account, agreed to by a code that is sent there. */
@Injectable()
export class ChangePhone {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly sms: SmsCodes,
    private readonly proof: ProvePhone,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Whether a message is to be sent. Throws `phone_exists`, and `email_not_confirmed` while the account's address is unproven. */
  async judge(account: AccountEntity, { phone }: PhoneChangeWish): Promise<boolean> {
    if (account.phone === phone && account.phoneConfirmedAt != null) return false;
    // Whoever typed somebody else's address must not open its account by a number of his own.
    if (account.email != null && account.emailConfirmedAt == null) throw new EmailNotConfirmedError();
    const holder = await this.accounts.findByPhone(phone);
    if (holder && holder.id !== account.id) throw new PhoneExistsError();
    return !this.settings.auth.autoconfirmPhone;
  }

  /** In a transaction, on a locked account. An earlier wish counts no more. */
  async ask(account: AccountEntity, wish: PhoneChangeWish): Promise<void> {
    if (account.phone === wish.phone && account.phoneConfirmedAt != null) return;
    if (!(await this.judge(account, wish))) return this.proof.move(account, wish.phone);
    account.newPhone = wish.phone;
    account.phoneChangeSentAt = this.clock.now();
    await this.links.voidPurposeOf(account.id, 'phone_change');
    await this.sms.request({ ...wish, accountId: account.id, purpose: 'phone_change' });
    await this.audit.record({
      actorId: account.id,
      action: 'account.phone-change-asked',
      subject: { type: 'account', id: account.id },
    });
  }
}

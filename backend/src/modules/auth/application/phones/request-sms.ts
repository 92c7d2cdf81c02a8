import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { SwitchedOffError } from '../../domain/auth-errors.js';
import type { SmsWanted } from '../../domain/events.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { CreateAccount } from '../accounts/create-account.js';
import { SmsCodes } from './sms-codes.js';

export interface SmsRequest {
  phone: string;
  channel: SmsWanted['channel'];
  captchaToken: string | undefined;
}

export interface SmsSignInRequest extends SmsRequest {
  /** False when an unknown number gets no account. */
  createUser: boolean;
  /** Of a new account. */
  userMetadata: Record<string, unknown>;
  fullName: string;
}

/** Asks for a message with a code: to sign in, or once more what was asked for before. */
@Injectable()
export class RequestSms {
  constructor(
    private readonly database: Database,
    private readonly captcha: Captcha,
    private readonly accounts: AccountsRepository,
    private readonly creation: CreateAccount,
    private readonly sms: SmsCodes,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Throws `otp_disabled` or `signup_disabled` for an unknown number that may get no account, unless accounts are hidden. */
  async signIn(request: SmsSignInRequest): Promise<void> {
    await this.admit(request);
    const refusal = this.refusalOfNew(request);
    const known = (await this.accounts.findByPhone(request.phone)) !== null;
    if (!known && refusal && !this.settings.auth.hideExistingAccounts) throw refusal;
    await this.sms.count('sms', request.phone);
    await this.database.transaction(async () => {
      const present = await this.accounts.lockByPhone(request.phone);
      const account = present ?? (refusal ? null : await this.create(request));
      if (account) await this.send(account, request, 'sms');
      await this.record('account.sign-in-asked', account);
    });
  }

  /** The code of a sign-up, or of a new number, once more; nothing for a number that waits for none. */
  async again(purpose: 'sms_signup' | 'phone_change', request: SmsRequest): Promise<void> {
    await this.admit(request);
    await this.sms.count(purpose, request.phone);
    await this.database.transaction(async () => {
      const account =
        purpose === 'sms_signup'
          ? await this.accounts.findByPhone(request.phone)
          : await this.accounts.findByNewPhone(request.phone);
      const waits = account && (purpose === 'phone_change' || account.phoneConfirmedAt == null);
      if (waits) await this.send(account, request, purpose);
      await this.record('account.sms-asked-again', account);
    });
  }

  private async admit({ captchaToken }: SmsRequest): Promise<void> {
    if (!this.settings.auth.phoneEnabled) {
      throw new SwitchedOffError('malformed', 'phone_provider_disabled', 'Unsupported phone provider');
    }
    await this.captcha.check(captchaToken);
  }

  private async send(
    account: AccountEntity,
    { phone, channel }: SmsRequest,
    purpose: SmsWanted['purpose'],
  ): Promise<void> {
    if (isBanned(account, this.clock.now())) return;
    await this.sms.request({ accountId: account.id, phone, channel, purpose });
  }

  private refusalOfNew({ createUser }: SmsSignInRequest): SwitchedOffError | undefined {
    if (!createUser) return new SwitchedOffError('invalid', 'otp_disabled', 'Signups not allowed for otp');
    return this.settings.auth.signupEnabled
      ? undefined
      : new SwitchedOffError('invalid', 'signup_disabled', 'Signups not allowed for this instance');
  }

  private create({ phone, fullName, userMetadata }: SmsSignInRequest): Promise<AccountEntity> {
    return this.creation.create({
      email: null,
      phone,
      fullName,
      userMetadata,
      passwordHash: null,
      origin: 'phone',
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: this.clock.now(),
    });
  }

  private record(action: string, account: AccountEntity | null): Promise<void> {
    const subject = account ? { type: 'account', id: account.id } : undefined;
    return this.audit.record({ actorId: null, action, subject });
  }
}

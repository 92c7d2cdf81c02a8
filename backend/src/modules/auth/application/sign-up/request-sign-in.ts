import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { SwitchedOffError } from '../../domain/auth-errors.js';
import { accountConfirmationRequested, accountSignInRequested } from '../../domain/events.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { CreateAccount } from '../accounts/create-account.js';
import { Flows } from '../flows/flows.js';
import { MailInterval } from './mail-interval.js';
import type { MailRequest } from './request-mail.js';

export interface SignInRequest extends MailRequest {
  /** False when an unknown address gets no account. */
  createUser: boolean;
  /** Of a new account. */
  userMetadata: Record<string, unknown>;
  fullName: string;
}

/**
 * Asks for a mail that signs in without a password. An unknown address gets an account that is proven by its first mail, so that
 * known and unknown look the same from outside, unless the caller or the operator wants no new accounts.
 */
@Injectable()
export class RequestSignIn {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly creation: CreateAccount,
    private readonly flows: Flows,
    private readonly interval: MailInterval,
    private readonly captcha: Captcha,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Throws `otp_disabled` or `signup_disabled` for an unknown address that may get no account, unless addresses are hidden. */
  async request(request: SignInRequest): Promise<void> {
    const { emailEnabled, hideExistingAccounts } = this.settings.auth;
    if (!emailEnabled) {
      throw new SwitchedOffError('invalid', 'email_provider_disabled', 'Email logins are disabled');
    }
    await this.captcha.check(request.captchaToken);
    const refusal = this.refusalOfNew(request);
    const known = (await this.accounts.findByEmail(request.email)) !== null;
    if (!known && refusal && !hideExistingAccounts) throw refusal;
    await this.interval.count('magiclink', request.email);
    await this.database.transaction(async () => {
      const present = await this.accounts.lockByEmail(request.email);
      if (present) await this.askFor(present, request);
      else if (!refusal) await this.askForNew(request);
      const subject = present ? { type: 'account', id: present.id } : undefined;
      await this.audit.record({ actorId: null, action: 'account.sign-in-asked', subject });
    });
  }

  private refusalOfNew({ createUser }: SignInRequest): SwitchedOffError | undefined {
    if (!createUser) return new SwitchedOffError('invalid', 'otp_disabled', 'Signups not allowed for otp');
    return this.settings.auth.signupEnabled
      ? undefined
      : new SwitchedOffError('invalid', 'signup_disabled', 'Signups not allowed for this instance');
  }

  /** An unproven account too: whoever reads the mail need not be who chose its password, which then opens nothing any more. */
  private async askFor(account: AccountEntity, request: SignInRequest): Promise<void> {
    const now = this.clock.now();
    // What a directory's people sign in with is the directory's: whom it lets in no more must not come by mail.
    if (isBanned(account, now) || account.isSsoUser) return;
    account.recoverySentAt = now;
    const flow = await this.flows.begin(account.id, request.codeChallenge);
    const { redirectTo } = request;
    await this.outbox.emit(accountSignInRequested, { accountId: account.id, redirectTo, ...flow });
  }

  private async askForNew(request: SignInRequest): Promise<void> {
    const { email, fullName, userMetadata, redirectTo } = request;
    const now = this.clock.now();
    const account = await this.creation.create({
      email,
      fullName,
      userMetadata,
      origin: 'signup',
      passwordHash: null,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
    });
    account.confirmationSentAt = now;
    const flow = await this.flows.begin(account.id, request.codeChallenge);
    await this.outbox.emit(accountConfirmationRequested, { accountId: account.id, redirectTo, ...flow });
    await this.audit.record({
      actorId: account.id,
      action: 'account.created',
      subject: { type: 'account', id: account.id },
      details: { origin: 'signup', by: 'sign-in link' },
    });
  }
}

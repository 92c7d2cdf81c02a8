import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { SwitchedOffError, UserAlreadyExistsError } from '../../domain/auth-errors.js';
import type { SmsWanted } from '../../domain/events.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { CreateAccount } from '../accounts/create-account.js';
import { describeUser } from '../accounts/describe-user.js';
import { Passwords } from '../passwords/passwords.js';
import { ProvePassword } from '../passwords/prove-password.js';
import { SessionGrants, type OpenSession } from '../sessions/session-grants.js';
import type { SignUpOutcome } from '../sign-up/sign-up.js';
import { ProvePhone } from './prove-phone.js';
import { SmsCodes } from './sms-codes.js';

export interface PhoneSignUp {
  phone: string;
  channel: SmsWanted['channel'];
  password: string;
  /** Judged by `parsePersonName`, or empty. */
  fullName: string;
  userMetadata: Record<string, unknown>;
  captchaToken: string | undefined;
}

/** Makes an account with a number and a password, or repeats the code for one that is not proven yet. */
@Injectable()
export class SignUpByPhone {
  constructor(
    private readonly database: Database,
    private readonly captcha: Captcha,
    private readonly passwords: Passwords,
    private readonly hasher: PasswordHasher,
    private readonly passwordProof: ProvePassword,
    private readonly accounts: AccountsRepository,
    private readonly creation: CreateAccount,
    private readonly proof: ProvePhone,
    private readonly sms: SmsCodes,
    private readonly grants: SessionGrants,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async signUp(request: PhoneSignUp): Promise<SignUpOutcome> {
    this.assertOpen();
    await this.captcha.check(request.captchaToken);
    this.passwords.assertStrong(request.password);
    const present = await this.accounts.findByPhone(request.phone);
    if (present?.phoneConfirmedAt != null) throw new UserAlreadyExistsError();
    if (!this.settings.auth.autoconfirmPhone) await this.sms.count('sms_signup', request.phone);
    const password = await this.judge(present, request.password);
    const { account, session } = await this.database.transaction(() => this.write(request, password));
    if (session) return { session: await this.grants.grant(account, session) };
    return { user: describeUser(account, await this.accounts.identitiesOf(account.id)) };
  }

  private async judge(present: AccountEntity | null, password: string): Promise<string | null> {
    const earlier = present?.passwordHash ?? null;
    if (!present || earlier === null) return this.hasher.hash(password);
    return (await this.matches(present, earlier, password)) ? earlier : null;
  }

  /** Where no code is asked, the answer tells whether the password was right: then it counts as a guess. */
  private async matches(account: AccountEntity, hash: string, password: string): Promise<boolean> {
    if (!this.settings.auth.autoconfirmPhone) return this.hasher.matches(hash, password);
    return (await this.passwordProof.compare(account, hash, password)).proven === true;
  }

  private async write(
    request: PhoneSignUp,
    passwordHash: string | null,
  ): Promise<{ account: AccountEntity; session: OpenSession | undefined }> {
    const present = await this.accounts.lockByPhone(request.phone);
    if (present?.phoneConfirmedAt != null) throw new UserAlreadyExistsError();
    const account = present
      ? this.repeat(present, request, passwordHash)
      : await this.create(request, passwordHash);
    await this.audit.record({
      actorId: account.id,
      action: present ? 'account.signed-up-again' : 'account.created',
      subject: { type: 'account', id: account.id },
      details: { origin: account.origin },
    });
    if (this.settings.auth.autoconfirmPhone) {
      if (account.passwordHash === null) throw new UserAlreadyExistsError();
      await this.proof.prove(account, { keepWaysIn: true });
      return { account, session: await this.grants.open(account, 'password') };
    }
    account.confirmationSentAt = this.clock.now();
    const { phone, channel } = request;
    await this.sms.request({ accountId: account.id, phone, channel, purpose: 'sms_signup' });
    return { account, session: undefined };
  }

  /** When the second password differs from the first nobody can say whose either is: then neither opens the account. */
  private repeat(account: AccountEntity, request: PhoneSignUp, hash: string | null): AccountEntity {
    const now = this.clock.now();
    const { fullName, userMetadata } = request;
    const passwordHash = hash === account.passwordHash ? hash : null;
    return Object.assign(account, { passwordHash, fullName, userMetadata, updatedAt: now });
  }

  private create(request: PhoneSignUp, passwordHash: string | null): Promise<AccountEntity> {
    const { phone, fullName, userMetadata } = request;
    return this.creation.create({
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

  private assertOpen(): void {
    const { signupEnabled, phoneEnabled } = this.settings.auth;
    if (!signupEnabled) {
      throw new SwitchedOffError('invalid', 'signup_disabled', 'Signups not allowed for this instance');
    }
    if (!phoneEnabled) {
      throw new SwitchedOffError('malformed', 'phone_provider_disabled', 'Phone signups are disabled');
    }
  }
}

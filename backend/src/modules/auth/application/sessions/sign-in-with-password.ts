import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import {
  EmailNotConfirmedError,
  InvalidCredentialsError,
  SwitchedOffError,
  UserBannedError,
} from '../../domain/auth-errors.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { PhoneNotConfirmedError } from '../../domain/phone-errors.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { isBanned, type AccountRecord } from '../../persistence/account.entity.js';
import { Passwords } from '../passwords/passwords.js';
import { ProvePassword, type ProvenPassword } from '../passwords/prove-password.js';
import { SessionGrants, type SessionGrant } from './session-grants.js';

export interface PasswordSignIn {
  /** An address, or the digits of a number. */
  identifier: string;
  by: 'email' | 'phone';
  password: string;
  captchaToken: string | undefined;
}

/** The password grant. What is wrong with an account is said only to who gave its password rightly. */
@Injectable()
export class SignInWithPassword {
  constructor(
    private readonly proof: ProvePassword,
    private readonly grants: SessionGrants,
    private readonly accounts: AccountsRepository,
    private readonly passwords: Passwords,
    private readonly hasher: PasswordHasher,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async signIn({ identifier, by, password, captchaToken }: PasswordSignIn): Promise<SessionGrant> {
    this.assertOn(by);
    const proven = await this.proof.prove(identifier, password, { captchaToken, by });
    if (!proven) throw new InvalidCredentialsError();
    if (isBanned(proven.account, this.clock.now())) throw new UserBannedError('malformed');
    if (by === 'email' && !maySignIn(proven.account)) throw new EmailNotConfirmedError();
    if (by === 'phone' && proven.account.phoneConfirmedAt == null) throw new PhoneNotConfirmedError();
    const grant = await this.open(proven);
    await this.renewHash(proven, password);
    const weakness = this.passwords.weaknessOf(password);
    if (!weakness) return grant;
    return { ...grant, weakPassword: { message: weakness.message, reasons: weakness.reasons } };
  }

  private assertOn(by: 'email' | 'phone'): void {
    const { emailEnabled, phoneEnabled } = this.settings.auth;
    if (by === 'email' ? emailEnabled : phoneEnabled) return;
    const name = by === 'email' ? 'Email' : 'Phone';
    throw new SwitchedOffError('invalid', `${by}_provider_disabled`, `${name} logins are disabled`);
  }

  /** What another system hashed becomes a hash of ours while the password is at hand. */
  private async renewHash({ account, passwordHash }: ProvenPassword, password: string): Promise<void> {
    if (!this.hasher.isOutdated(passwordHash)) return;
    await this.accounts.replaceHash(account.id, passwordHash, await this.hasher.hash(password));
  }

  private async open({ account, identities, passwordHash }: ProvenPassword): Promise<SessionGrant> {
    const session = await this.grants.openAfterPassword(account, passwordHash);
    if (!session) throw new InvalidCredentialsError();
    return this.grants.grant(account, session, identities);
  }
}

/** Paying proves a card, and whoever paid must reach what he paid for before his mailbox is proven. */
function maySignIn(account: AccountRecord): boolean {
  return account.emailConfirmedAt != null || account.origin === 'payment';
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import { parsePersonName } from '../../domain/person-name.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import { ManagedElsewhereError } from '../../domain/sso-errors.js';
import type { User } from '../../domain/user.js';
import { fitsInToken, mergeMetadata } from '../../domain/user-metadata.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { SecondStep } from '../factors/second-step.js';
import { ChangePhone, type PhoneChangeWish } from '../phones/change-phone.js';
import { SmsCodes } from '../phones/sms-codes.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { MailInterval } from '../sign-up/mail-interval.js';
import { ChangeEmail, type EmailChangeWish } from './change-email.js';
import { OwnAccount } from './own-account.js';
import { SetOwnPassword } from './set-own-password.js';

export interface AccountChange {
  email: EmailChangeWish | undefined;
  phone: PhoneChangeWish | undefined;
  password: string | undefined;
  /** The present one; only for a new password. */
  currentPassword: string | undefined;
  /** Digits that were sent by mail; only for a new password. */
  nonce: string | undefined;
  /** Merged key by key; null removes a key. */
  data: Record<string, unknown> | undefined;
}

/** What the owner of an account may change of it. */
@Injectable()
export class ChangeOwnAccount {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly secondStep: SecondStep,
    private readonly emails: ChangeEmail,
    private readonly phones: ChangePhone,
    private readonly sms: SmsCodes,
    private readonly passwords: SetOwnPassword,
    private readonly interval: MailInterval,
    private readonly own: OwnAccount,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async change(
    caller: ProvenCaller,
    { email, phone, password, currentPassword, nonce, data }: AccountChange,
  ): Promise<User> {
    const account = await this.accounts.findById(caller.accountId);
    if (!account) throw new AccountGoneError();
    if (account.isAnonymous && password !== undefined && email === undefined && phone === undefined)
      throw nothingToSignInWith();
    if (email !== undefined || phone !== undefined || password !== undefined) {
      if (account.isSsoUser) throw new ManagedElsewhereError();
      await this.secondStep.assertShown(account, caller, 'unauthenticated');
    }
    if (email !== undefined && (await this.emails.judge(account, email.email))) {
      await this.interval.count('email_change', account.email ?? email.email);
    }
    if (phone !== undefined && (await this.phones.judge(account, phone))) {
      await this.sms.count('phone_change', phone.phone);
    }
    const judged =
      password === undefined
        ? undefined
        : await this.passwords.judge(account, caller, { password, currentPassword, nonce });
    await this.database.transaction(async () => {
      const locked = await this.accounts.lockById(caller.accountId);
      if (!locked) throw new AccountGoneError();
      if (data !== undefined) changeMetadata(locked, data);
      if (judged !== undefined) await this.passwords.set(locked, judged, caller);
      if (email !== undefined) await this.emails.ask(locked, email);
      if (phone !== undefined) await this.phones.ask(locked, phone);
      locked.updatedAt = this.clock.now();
      await this.record(caller.accountId, {
        password: judged !== undefined,
        data: Object.keys(data ?? {}).length > 0,
      });
    });
    judged?.giveBack();
    return this.own.read(caller.accountId);
  }

  private record(id: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({
      actorId: id,
      action: 'account.changed',
      subject: { type: 'account', id },
      details,
    });
  }
}

function nothingToSignInWith(): DomainError {
  return new DomainError(
    'invalid',
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  );
}

function changeMetadata(account: AccountEntity, data: Record<string, unknown>): void {
  const merged = mergeMetadata(account.userMetadata, data);
  if (!fitsInToken(merged)) throw new InvalidInputError('data is too large');
  account.userMetadata = merged;
  if ('full_name' in data) account.fullName = parsePersonName(String(data.full_name ?? '')) ?? '';
}

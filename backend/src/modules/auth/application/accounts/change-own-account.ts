import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import {
  EmailNotConfirmedError,
  InvalidInputError,
  SamePasswordError,
  SwitchedOffError,
} from '../../domain/auth-errors.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { PasswordHasher } from '../../domain/password-hasher.js';
import { parsePersonName } from '../../domain/person-name.js';
import { AccountGoneError, SessionGoneError } from '../../domain/session-errors.js';
import type { User } from '../../domain/user.js';
import { fitsInToken, mergeMetadata } from '../../domain/user-metadata.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { OwnAccount } from './own-account.js';
import { Passwords } from '../passwords/passwords.js';

export interface AccountChange {
  email: string | undefined;
  password: string | undefined;
  /** Merged key by key; null removes a key. */
  data: Record<string, unknown> | undefined;
}

/** What the owner of an account may change of it. A new password ends every other session and voids every pending link. */
@Injectable()
export class ChangeOwnAccount {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly passwords: Passwords,
    private readonly hasher: PasswordHasher,
    private readonly own: OwnAccount,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async change(caller: ProvenCaller, { email, password, data }: AccountChange): Promise<User> {
    const account = await this.accounts.findById(caller.accountId);
    if (!account) throw new AccountGoneError();
    if (email !== undefined) refuseNewAddress(account, email);
    const passwordHash = password === undefined ? undefined : await this.hashNew(account, password);
    await this.database.transaction(async () => {
      const locked = await this.accounts.lockById(caller.accountId);
      if (!locked) throw new AccountGoneError();
      if (data !== undefined) changeMetadata(locked, data);
      if (passwordHash !== undefined) await this.setPassword(locked, passwordHash, caller);
      locked.updatedAt = this.clock.now();
      await this.record(caller.accountId, {
        password: passwordHash !== undefined,
        data: Object.keys(data ?? {}).length > 0,
      });
    });
    return this.own.read(caller.accountId);
  }

  private async hashNew(account: AccountEntity, password: string): Promise<string> {
    this.passwords.assertStrong(password);
    const same = account.passwordHash != null && (await this.hasher.matches(account.passwordHash, password));
    if (same) throw new SamePasswordError();
    return this.hasher.hash(password);
  }

  /** Hashing took a while: a caller whose session was ended meanwhile must not set a password any more. */
  private async setPassword(
    account: AccountEntity,
    passwordHash: string,
    caller: ProvenCaller,
  ): Promise<void> {
    if (!(await this.sessions.lock(caller.sessionId))) throw new SessionGoneError();
    account.passwordHash = passwordHash;
    await this.sessions.endAll(account.id, { except: caller.sessionId });
    await this.links.voidAllOf(account.id);
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

/** An unproven address never changes: it would carry the plan of whoever typed it to a mailbox of his choice. */
function refuseNewAddress(account: AccountEntity, email: string): void {
  if (normaliseEmail(email) === account.emailNormalised) return;
  if (account.emailConfirmedAt == null) throw new EmailNotConfirmedError();
  throw new SwitchedOffError(
    'invalid',
    'feature_disabled',
    'The email address of an account cannot be changed here yet',
  );
}

function changeMetadata(account: AccountEntity, data: Record<string, unknown>): void {
  const merged = mergeMetadata(account.userMetadata, data);
  if (!fitsInToken(merged)) throw new InvalidInputError('data is too large');
  account.userMetadata = merged;
  if ('full_name' in data) account.fullName = parsePersonName(String(data.full_name ?? '')) ?? '';
}

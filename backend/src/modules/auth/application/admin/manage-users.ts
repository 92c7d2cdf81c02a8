import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import {
  EmailExistsError,
  InvalidInputError,
  UserAlreadyExistsError,
  UserNotFoundError,
} from '../../domain/auth-errors.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { accountPasswordChanged } from '../../domain/events.js';
import { isImportableHash } from '../../domain/imported-hash.js';
import { PhoneExistsError } from '../../domain/phone-errors.js';
import type { User } from '../../domain/user.js';
import { fitsInToken, fullNameIn, mergeMetadata } from '../../domain/user-metadata.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import { ChangeEmail } from '../accounts/change-email.js';
import { CreateAccount } from '../accounts/create-account.js';
import { describeUser } from '../accounts/describe-user.js';
import { ProveAddress } from '../accounts/prove-address.js';
import { Passwords } from '../passwords/passwords.js';
import { ProvePhone } from '../phones/prove-phone.js';

export interface UserWish {
  email: string | undefined;
  password: string | undefined;
  /** Made by another system; instead of a password. */
  passwordHash: string | undefined;
  emailConfirm: boolean;
  /** Digits. */
  phone: string | undefined;
  phoneConfirm: boolean;
  aud: string | undefined;
  role: string | undefined;
  /** Merged key by key; null removes a key. */
  userMetadata: Record<string, unknown> | undefined;
  appMetadata: Record<string, unknown> | undefined;
  /** 0 lifts a ban. */
  banSeconds: number | undefined;
}

const BY_SERVICE = 'service key';

/** What the operator's own servers do with accounts. No mail is sent, but that a password was replaced is told its owner. */
@Injectable()
export class ManageUsers {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly creation: CreateAccount,
    private readonly proof: ProveAddress,
    private readonly emails: ChangeEmail,
    private readonly phones: ProvePhone,
    private readonly passwords: Passwords,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * With an address or a number, unproven unless told otherwise. Throws `email_exists`, `phone_exists`, `user_already_exists` (a taken
   * id), `weak_password`.
   */
  async create(wish: UserWish & { id: string | undefined }): Promise<User> {
    const passwordHash = await this.hashOf(wish);
    const userMetadata = mergeMetadata({}, wish.userMetadata ?? {});
    const account = await this.database.transaction(async () => {
      if (wish.email !== undefined && (await this.accounts.lockByEmail(wish.email))) {
        throw new EmailExistsError();
      }
      if (wish.phone !== undefined && (await this.accounts.lockByPhone(wish.phone))) {
        throw new PhoneExistsError();
      }
      if (wish.id !== undefined && (await this.accounts.isIdTaken(wish.id)))
        throw new UserAlreadyExistsError();
      const created = await this.creation.create({
        id: wish.id,
        email: wish.email ?? null,
        phone: wish.phone ?? null,
        fullName: fullNameIn(userMetadata),
        userMetadata,
        passwordHash: passwordHash ?? null,
        origin: 'admin',
        termsVersion: null,
        termsAcceptedAt: null,
      });
      await this.record(created, 'account.created', { origin: 'admin' });
      await this.apply(created, { ...wish, userMetadata: undefined });
      return created;
    });
    return this.describe(account);
  }

  /** The address changes at once; a password ends every session. Throws `user_not_found` and what {@link create} throws. */
  async update(id: string, wish: UserWish): Promise<User> {
    const passwordHash = await this.hashOf(wish);
    const account = await this.database.transaction(async () => {
      const locked = await this.accounts.lockById(id);
      if (!locked) throw new UserNotFoundError();
      if (wish.email !== undefined) await this.move(locked, wish.email);
      if (wish.phone !== undefined) await this.phones.assign(locked, wish.phone);
      if (passwordHash !== undefined) await this.replacePassword(locked, passwordHash);
      await this.apply(locked, wish);
      await this.record(locked, 'account.changed', {
        email: wish.email !== undefined,
        phone: wish.phone !== undefined,
        password: passwordHash !== undefined,
        ban: wish.banSeconds !== undefined,
      });
      return locked;
    });
    return this.describe(account);
  }

  private async hashOf({ password, passwordHash }: UserWish): Promise<string | undefined> {
    if (password !== undefined && passwordHash !== undefined) {
      throw new InvalidInputError('Only a password or a password hash should be provided');
    }
    if (passwordHash !== undefined && !isImportableHash(passwordHash)) {
      throw new InvalidInputError('password_hash must be a bcrypt, argon2i or argon2id hash');
    }
    return password === undefined ? passwordHash : this.passwords.hash(password);
  }

  private async apply(account: AccountEntity, wish: UserWish): Promise<void> {
    account.aud = wish.aud ?? account.aud;
    account.role = wish.role ?? account.role;
    if (wish.userMetadata) {
      account.userMetadata = mergeMetadata(account.userMetadata, wish.userMetadata);
      if ('full_name' in wish.userMetadata) account.fullName = fullNameIn(account.userMetadata);
    }
    if (wish.appMetadata) account.appMetadata = mergeMetadata(account.appMetadata, wish.appMetadata);
    if (!fitsInToken(account.userMetadata) || !fitsInToken(account.appMetadata)) {
      throw new InvalidInputError('metadata is too large');
    }
    if (wish.emailConfirm && account.email != null) {
      await this.proof.prove(account, { way: BY_SERVICE, keepWaysIn: true });
    }
    if (wish.phoneConfirm && account.phone != null) await this.phones.prove(account, { keepWaysIn: true });
    if (wish.banSeconds !== undefined) await this.ban(account, wish.banSeconds);
    account.updatedAt = this.clock.now();
  }

  private async ban(account: AccountEntity, seconds: number): Promise<void> {
    account.bannedUntil = seconds > 0 ? this.clock.in(seconds) : null;
    await this.record(account, seconds > 0 ? 'account.banned' : 'account.ban-lifted', { seconds });
  }

  private async move(account: AccountEntity, email: string): Promise<void> {
    const other = normaliseEmail(email) !== account.emailNormalised;
    if (other && (await this.accounts.lockByEmail(email))) throw new EmailExistsError();
    if (account.email == null) return this.emails.giveFirst(account, email);
    await this.emails.moveTo(account, email);
    if (other) await this.links.voidAllOf(account.id);
  }

  private async replacePassword(account: AccountEntity, passwordHash: string): Promise<void> {
    account.passwordHash = passwordHash;
    await this.sessions.endAll(account.id);
    await this.links.voidAllOf(account.id);
    await this.outbox.emit(accountPasswordChanged, { accountId: account.id });
  }

  private async describe(account: AccountEntity): Promise<User> {
    return describeUser(account, await this.accounts.identitiesOf(account.id));
  }

  private record({ id }: AccountEntity, action: string, details: Record<string, unknown>): Promise<void> {
    const subject = { type: 'account', id };
    return this.audit.record({ actorId: null, action, subject, details: { ...details, by: BY_SERVICE } });
  }
}

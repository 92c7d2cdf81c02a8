import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import {
  EmailExistsError,
  InvalidInputError,
  UserAlreadyExistsError,
  UserNotFoundError,
} from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { userPasswordChanged } from '../core/events.js';
import { fitsInToken, fullNameIn, mergeMetadata } from '../core/user-metadata.js';
import { ChangeEmail } from '../email-otp/change-email.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { isImportableHash } from '../passwords/imported-hash.js';
import type { PasswordOwner } from '../passwords/password-rules.js';
import { Passwords } from '../passwords/passwords.js';
import { ConfirmPhone } from '../phone/confirm-phone.js';
import { PhoneExistsError } from '../phone/phone-errors.js';
import { SessionsRepository } from '../sessions/persistence/sessions.repository.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';

export interface UserInput {
  email: string | undefined;
  password: string | undefined;
  /** Imported from another system; replaces `password`. */
  passwordHash: string | undefined;
  emailConfirm: boolean;
  /** Digits only. */
  phone: string | undefined;
  phoneConfirm: boolean;
  aud: string | undefined;
  role: string | undefined;
  /** Merged key by key; null removes a key. */
  userMetadata: Record<string, unknown> | undefined;
  appMetadata: Record<string, unknown> | undefined;
  /** 0 lifts the ban. */
  banSeconds: number | undefined;
}

const BY_SERVICE = 'service key';

/** Creates and updates users for callers with the service key. The only email it causes is the password change notification. */
@Injectable()
export class ManageUsers {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly createUser: CreateUser,
    private readonly confirmEmail: ConfirmEmail,
    private readonly emailChanges: ChangeEmail,
    private readonly confirmPhone: ConfirmPhone,
    private readonly passwords: Passwords,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * The email and phone stay unconfirmed unless the input confirms them. Throws `email_exists`, `phone_exists`,
   * `user_already_exists` (the id is in use), `weak_password`.
   */
  async create(input: UserInput & { id: string | undefined }): Promise<User> {
    const userMetadata = mergeMetadata({}, input.userMetadata ?? {});
    const fullName = fullNameIn(userMetadata);
    const passwordHash = await this.hashOf(input, { ...input, fullName });
    const user = await this.database.transaction(async () => {
      if (input.email !== undefined && (await this.users.lockByEmail(input.email))) {
        throw new EmailExistsError();
      }
      if (input.phone !== undefined && (await this.users.lockByPhone(input.phone))) {
        throw new PhoneExistsError();
      }
      if (input.id !== undefined && (await this.users.isIdInUse(input.id)))
        throw new UserAlreadyExistsError();
      const created = await this.createUser.create({
        id: input.id,
        email: input.email ?? null,
        phone: input.phone ?? null,
        fullName,
        userMetadata,
        passwordHash: passwordHash ?? null,
        origin: 'admin',
        termsVersion: null,
        termsAcceptedAt: null,
      });
      await this.record(created, 'user.created', { origin: 'admin' });
      await this.apply(created, { ...input, userMetadata: undefined });
      return created;
    });
    return this.describe(user);
  }

  /** Changes the email immediately. A new password ends every session. Throws `user_not_found` and everything that {@link create} throws. */
  async update(id: string, input: UserInput): Promise<User> {
    const passwordHash = await this.hashOf(input, await this.passwordOwner(id, input));
    const user = await this.database.transaction(async () => {
      const locked = await this.users.lockById(id);
      if (!locked) throw new UserNotFoundError();
      if (input.email !== undefined) await this.changeEmail(locked, input.email);
      if (input.phone !== undefined) await this.confirmPhone.assign(locked, input.phone);
      if (passwordHash !== undefined) await this.replacePassword(locked, passwordHash);
      await this.apply(locked, input);
      await this.record(locked, 'user.updated', {
        email: input.email !== undefined,
        phone: input.phone !== undefined,
        password: passwordHash !== undefined,
        ban: input.banSeconds !== undefined,
      });
      return locked;
    });
    return this.describe(user);
  }

  private async passwordOwner(id: string, { email, phone, userMetadata }: UserInput): Promise<PasswordOwner> {
    const existing = await this.users.findById(id);
    return {
      email: email ?? existing?.email,
      phone: phone ?? existing?.phone,
      fullName: fullNameIn({ ...existing?.userMetadata, ...userMetadata }),
    };
  }

  private async hashOf(
    { password, passwordHash }: UserInput,
    owner: PasswordOwner,
  ): Promise<string | undefined> {
    if (password !== undefined && passwordHash !== undefined) {
      throw new InvalidInputError('Only a password or a password hash should be provided');
    }
    if (passwordHash !== undefined && !isImportableHash(passwordHash)) {
      throw new InvalidInputError('password_hash must be a bcrypt, argon2i or argon2id hash');
    }
    return password === undefined ? passwordHash : this.passwords.hash(password, owner);
  }

  private async apply(user: UserEntity, input: UserInput): Promise<void> {
    user.aud = input.aud ?? user.aud;
    user.role = input.role ?? user.role;
    if (input.userMetadata) {
      user.userMetadata = mergeMetadata(user.userMetadata, input.userMetadata);
      if ('full_name' in input.userMetadata) user.fullName = fullNameIn(user.userMetadata);
    }
    if (input.appMetadata) user.appMetadata = mergeMetadata(user.appMetadata, input.appMetadata);
    if (!fitsInToken(user.userMetadata) || !fitsInToken(user.appMetadata)) {
      throw new InvalidInputError('metadata is too large');
    }
    if (input.emailConfirm && user.email != null) {
      await this.confirmEmail.confirm(user, { method: BY_SERVICE, keepCredentials: true });
    }
    if (input.phoneConfirm && user.phone != null)
      await this.confirmPhone.confirm(user, { keepCredentials: true });
    if (input.banSeconds !== undefined) await this.ban(user, input.banSeconds);
    user.updatedAt = this.clock.now();
  }

  private async ban(user: UserEntity, seconds: number): Promise<void> {
    user.bannedUntil = seconds > 0 ? this.clock.in(seconds) : null;
    await this.record(user, seconds > 0 ? 'user.banned' : 'user.unbanned', { seconds });
  }

  private async changeEmail(user: UserEntity, email: string): Promise<void> {
    const differs = normalizeEmail(email) !== user.emailNormalized;
    if (differs && (await this.users.lockByEmail(email))) throw new EmailExistsError();
    if (user.email == null) return this.emailChanges.setFirst(user, email);
    await this.emailChanges.apply(user, email);
    if (differs) await this.tokens.removeAllForUser(user.id);
  }

  private async replacePassword(user: UserEntity, passwordHash: string): Promise<void> {
    user.passwordHash = passwordHash;
    await this.sessionsRepository.endAll(user.id);
    await this.tokens.removeAllForUser(user.id);
    await this.outbox.emit(userPasswordChanged, { userId: user.id });
  }

  private async describe(user: UserEntity): Promise<User> {
    return describeUser(user, await this.users.identitiesOf(user.id));
  }

  private record({ id }: UserEntity, action: string, details: Record<string, unknown>): Promise<void> {
    const subject = { type: 'user', id };
    return this.audit.record({ actorId: null, action, subject, details: { ...details, by: BY_SERVICE } });
  }
}

import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { EmailExistsError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { addEmailIdentity } from '../users/create-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { ConfirmEmail } from './confirm-email.js';

/** Sets a user's email immediately. */
@Injectable()
export class SetEmail {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly confirmEmail: ConfirmEmail,
    private readonly clock: RealClock,
  ) {}

  /**
   * Call inside a transaction, on a locked user. The address must be confirmed, unless the settings or the operator skip that. A
   * different address voids pending links and codes. Throws `email_exists` if another user has it.
   */
  async set(user: UserEntity, email: string): Promise<void> {
    const differs = normalizeEmail(email) !== user.emailNormalized;
    if (differs && (await this.users.lockByEmail(email))) throw new EmailExistsError();
    if (user.email == null) return this.setFirst(user, email.trim());
    await this.replace(user, email);
    if (differs) await this.tokens.removeAllForUser(user.id);
  }

  /** Makes an anonymous user permanent. Sessions and data are kept. */
  private async setFirst(user: UserEntity, email: string): Promise<void> {
    const now = this.clock.now();
    const { provider = 'email', providers = [] } = user.appMetadata as {
      provider?: string;
      providers?: string[];
    };
    Object.assign(user, {
      email,
      emailNormalized: normalizeEmail(email),
      newEmail: null,
      emailChangeConfirmedBy: null,
      isAnonymous: false,
      appMetadata: { ...user.appMetadata, provider, providers: [...new Set([...providers, 'email'])] },
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
      updatedAt: now,
    } satisfies Partial<UserEntity>);
    addEmailIdentity(this.database.em, user, now);
    await this.database.em.flush();
    await this.confirmEmail.confirm(user, { method: 'anonymous account', keepCredentials: true });
  }

  /** Updates the user and their email identity. */
  private async replace(user: UserEntity, email: string): Promise<void> {
    const now = this.clock.now();
    Object.assign(user, {
      email,
      emailNormalized: normalizeEmail(email),
      newEmail: null,
      emailChangeConfirmedBy: null,
      updatedAt: now,
    } satisfies Partial<UserEntity>);
    for (const identity of await this.users.findIdentities(user.id)) {
      if (identity.provider !== 'email') continue;
      identity.email = normalizeEmail(email);
      identity.identityData = { ...identity.identityData, email, email_verified: true };
      identity.updatedAt = now;
    }
  }
}

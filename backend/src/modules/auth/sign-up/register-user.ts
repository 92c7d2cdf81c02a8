import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { UserAlreadyExistsError } from '../core/auth-errors.js';
import { userConfirmationRequested } from '../core/events.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import type { CodeChallenge } from '../pkce/code-challenge.js';
import { Flows } from '../pkce/flows.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';

export interface Registration {
  email: string;
  /** Validated by `parsePersonName`, or empty. */
  fullName: string;
  userMetadata: Record<string, unknown>;
  /** Already validated; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
}

/**
 * Stores a sign-up. An unconfirmed address can sign up again, and that may be its owner or someone else. If the passwords differ,
 * neither is kept, and the person who confirms the email chooses a new one.
 */
@Injectable()
export class RegisterUser {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly confirmEmail: ConfirmEmail,
    private readonly sessionGrants: SessionGrants,
    private readonly flows: Flows,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * `expected` is the user as read when the password was compared; `password.hash` is null if it differs from the user's. Returns
   * undefined if the user has changed since: compare again.
   */
  async register(
    registration: Registration,
    expected: UserEntity | null,
    password: { hash: string | null },
  ): Promise<{ session: SessionGrant } | { user: User } | undefined> {
    const stored = await this.database.transaction(async () => {
      const existing = await this.users.lockByEmail(registration.email);
      if (!isUnchanged(existing, expected)) return undefined;
      const user = existing
        ? this.updateUnconfirmed(existing, registration, password.hash)
        : await this.create(registration, password.hash);
      await this.record(user, existing !== null);
      const session = await this.confirmOrRequest(user, registration, password.hash);
      return { user, session };
    });
    if (!stored) return undefined;
    const { user, session } = stored;
    if (session) return { session: await this.sessionGrants.grant(user, session) };
    return { user: describeUser(user, await this.users.identitiesOf(user.id)) };
  }

  private create(registration: Registration, passwordHash: string | null): Promise<UserEntity> {
    const { email, fullName, userMetadata } = registration;
    return this.createUser.create({
      email,
      fullName,
      userMetadata,
      origin: 'signup',
      passwordHash,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: this.clock.now(),
    });
  }

  private updateUnconfirmed(
    user: UserEntity,
    { fullName, userMetadata }: Registration,
    hash: string | null,
  ): UserEntity {
    const now = this.clock.now();
    // Once the password has been dropped, a further sign-up does not set one either.
    const passwordHash = hash === user.passwordHash ? hash : null;
    const consent = { termsVersion: TERMS_VERSION, termsAcceptedAt: now };
    return Object.assign(user, { passwordHash, fullName, userMetadata, ...consent, updatedAt: now });
  }

  private async confirmOrRequest(
    user: UserEntity,
    { redirectTo, codeChallenge }: Registration,
    hash: string | null,
  ): Promise<OpenSession | undefined> {
    if (this.settings.auth.autoconfirmEmail) {
      if (hash === null || user.passwordHash !== hash) throw new UserAlreadyExistsError();
      await this.confirmEmail.confirm(user, { method: 'autoconfirm', keepCredentials: true });
      return this.sessionGrants.open(user, 'password');
    }
    user.confirmationSentAt = this.clock.now();
    const flow = await this.flows.begin(user.id, codeChallenge);
    await this.outbox.emit(userConfirmationRequested, { userId: user.id, redirectTo, ...flow });
    return undefined;
  }

  private record(user: UserEntity, repeated: boolean): Promise<void> {
    return this.audit.record({
      actorId: user.id,
      action: repeated ? 'user.signed_up_again' : 'user.created',
      subject: { type: 'user', id: user.id },
      details: { origin: user.origin },
    });
  }
}

function isUnchanged(current: UserEntity | null, expected: UserEntity | null): boolean {
  return (
    current?.id === expected?.id &&
    (current?.passwordHash ?? null) === (expected?.passwordHash ?? null) &&
    (current?.emailConfirmedAt != null) === (expected?.emailConfirmedAt != null) &&
    current?.origin === expected?.origin
  );
}

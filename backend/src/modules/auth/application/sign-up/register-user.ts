import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { UserAlreadyExistsError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import { userConfirmationRequested } from '../../domain/events.js';
import type { User } from '../../domain/user.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import { ConfirmEmail } from '../users/confirm-email.js';
import { Flows } from '../flows/flows.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';

export interface Registration {
  email: string;
  /** Judged by `parsePersonName`, or empty. */
  fullName: string;
  userMetadata: Record<string, unknown>;
  /** Judged already; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
}

/**
 * Writes a sign-up. An address that is not confirmed yet may be signed up again, by its owner or by a stranger. When the second
 * password differs from the first no one can say whose either is: then neither opens the account, and the person who proves the
 * mailbox chooses a new one.
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
   * `expected` is the account as it was when the password was judged; `password.hash` is null when it differs from the
   * account's. Undefined when the account changed meanwhile: judge again.
   */
  async register(
    registration: Registration,
    expected: UserEntity | null,
    password: { hash: string | null },
  ): Promise<{ session: SessionGrant } | { user: User } | undefined> {
    const written = await this.database.transaction(async () => {
      const present = await this.users.lockByEmail(registration.email);
      if (!isSame(present, expected)) return undefined;
      const user = present
        ? this.updateUnconfirmed(present, registration, password.hash)
        : await this.create(registration, password.hash);
      await this.record(user, present !== null);
      const session = await this.confirmOrRequest(user, registration, password.hash);
      return { user, session };
    });
    if (!written) return undefined;
    const { user, session } = written;
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
    // An account that lost its passwords to the rule above gets none from a third sign-up either.
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

function isSame(present: UserEntity | null, expected: UserEntity | null): boolean {
  return (
    present?.id === expected?.id &&
    (present?.passwordHash ?? null) === (expected?.passwordHash ?? null) &&
    (present?.emailConfirmedAt != null) === (expected?.emailConfirmedAt != null) &&
    present?.origin === expected?.origin
  );
}

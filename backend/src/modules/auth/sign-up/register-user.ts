import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { UserAlreadyExistsError } from '../core/auth-errors.js';
import { AuthEmails, type LinkDestination } from '../email-otp/auth-emails.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import { SessionGrants, type OpenSession } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { StoreSignUp, type SignUpOutcome } from './store-sign-up.js';

export interface Registration extends LinkDestination {
  email: string;
  /** Validated by `parsePersonName`, or empty. */
  fullName: string;
  userMetadata: Record<string, unknown>;
}

/** Stores a sign-up by email. */
@Injectable()
export class RegisterUser {
  constructor(
    private readonly users: UsersRepository,
    private readonly storeSignUp: StoreSignUp,
    private readonly confirmEmail: ConfirmEmail,
    private readonly emails: AuthEmails,
    private readonly sessionGrants: SessionGrants,
    private readonly settings: Settings,
  ) {}

  /**
   * `expected` is the user as read when the password was compared; `passwordHash` is null if it differs from the user's. Returns
   * undefined if the user has changed since: compare again.
   */
  register(
    registration: Registration,
    expected: UserEntity | null,
    passwordHash: string | null,
  ): Promise<SignUpOutcome | undefined> {
    return this.storeSignUp.complete(async () => {
      const existing = await this.users.lockByEmail(registration.email);
      if (!isUnchanged(existing, expected)) return undefined;
      const { email, fullName, userMetadata } = registration;
      const details = { origin: 'signup', email, fullName, userMetadata } as const;
      const user = await this.storeSignUp.save(existing, details, passwordHash);
      if (existing) Object.assign(user, { termsVersion: TERMS_VERSION, termsAcceptedAt: user.updatedAt });
      return { user, session: await this.confirmOrRequest(user, registration, passwordHash) };
    });
  }

  private async confirmOrRequest(
    user: UserEntity,
    destination: LinkDestination,
    passwordHash: string | null,
  ): Promise<OpenSession | undefined> {
    if (!this.settings.auth.autoconfirmEmail) {
      await this.emails.requestConfirmation(user, destination);
      return undefined;
    }
    if (passwordHash === null || user.passwordHash !== passwordHash) throw new UserAlreadyExistsError();
    await this.confirmEmail.confirm(user, { method: 'autoconfirm', keepCredentials: true });
    return this.sessionGrants.open(user, 'password');
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

import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { UserAlreadyExistsError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import { accountConfirmationRequested } from '../../domain/events.js';
import type { User } from '../../domain/user.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { CreateAccount } from '../accounts/create-account.js';
import { describeUser } from '../accounts/describe-user.js';
import { ProveAddress } from '../accounts/prove-address.js';
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
 * Writes a sign-up. An address that is not proven yet may be signed up again, by its owner or by a stranger. When the second
 * password differs from the first nobody can say whose either is: then neither opens the account, and whoever proves the
 * mailbox chooses a new one.
 */
@Injectable()
export class RegisterAccount {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly creation: CreateAccount,
    private readonly proof: ProveAddress,
    private readonly grants: SessionGrants,
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
    expected: AccountEntity | null,
    password: { hash: string | null },
  ): Promise<{ session: SessionGrant } | { user: User } | undefined> {
    const written = await this.database.transaction(async () => {
      const present = await this.accounts.lockByEmail(registration.email);
      if (!isSame(present, expected)) return undefined;
      const account = present
        ? this.repeat(present, registration, password.hash)
        : await this.create(registration, password.hash);
      await this.record(account, present !== null);
      const session = await this.proveOrAsk(account, registration, password.hash);
      return { account, session };
    });
    if (!written) return undefined;
    const { account, session } = written;
    if (session) return { session: await this.grants.grant(account, session) };
    return { user: describeUser(account, await this.accounts.identitiesOf(account.id)) };
  }

  private create(registration: Registration, passwordHash: string | null): Promise<AccountEntity> {
    const { email, fullName, userMetadata } = registration;
    return this.creation.create({
      email,
      fullName,
      userMetadata,
      origin: 'signup',
      passwordHash,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: this.clock.now(),
    });
  }

  private repeat(
    account: AccountEntity,
    { fullName, userMetadata }: Registration,
    hash: string | null,
  ): AccountEntity {
    const now = this.clock.now();
    // An account that lost its passwords to the rule above gets none from a third sign-up either.
    const passwordHash = hash === account.passwordHash ? hash : null;
    const consent = { termsVersion: TERMS_VERSION, termsAcceptedAt: now };
    return Object.assign(account, { passwordHash, fullName, userMetadata, ...consent, updatedAt: now });
  }

  private async proveOrAsk(
    account: AccountEntity,
    { redirectTo, codeChallenge }: Registration,
    hash: string | null,
  ): Promise<OpenSession | undefined> {
    if (this.settings.auth.autoconfirmEmail) {
      if (hash === null || account.passwordHash !== hash) throw new UserAlreadyExistsError();
      await this.proof.prove(account, { way: 'autoconfirm', keepWaysIn: true });
      return this.grants.open(account, 'password');
    }
    account.confirmationSentAt = this.clock.now();
    const flow = await this.flows.begin(account.id, codeChallenge);
    await this.outbox.emit(accountConfirmationRequested, { accountId: account.id, redirectTo, ...flow });
    return undefined;
  }

  private record(account: AccountEntity, repeated: boolean): Promise<void> {
    return this.audit.record({
      actorId: account.id,
      action: repeated ? 'account.signed-up-again' : 'account.created',
      subject: { type: 'account', id: account.id },
      details: { origin: account.origin },
    });
  }
}

function isSame(present: AccountEntity | null, expected: AccountEntity | null): boolean {
  return (
    present?.id === expected?.id &&
    (present?.passwordHash ?? null) === (expected?.passwordHash ?? null) &&
    (present?.emailConfirmedAt != null) === (expected?.emailConfirmedAt != null) &&
    present?.origin === expected?.origin
  );
}

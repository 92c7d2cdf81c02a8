import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit, type AuditEntry } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { AccessTokens, type AuthenticationMethod } from '../access/access-tokens.port.js';
import type { ProviderTokens } from '../core/provider-tokens.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { describeUser } from '../users/describe-user.js';
import type { IdentityRecord } from '../users/persistence/identity.entity.js';
import type { UserEntity, UserRecord } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { currentClient } from './devices.js';
import { KnownDevices } from './known-devices.js';
import { SessionsRepository, type NewSession } from './persistence/sessions.repository.js';

/** The session response for a client. */
export interface SessionGrant {
  accessToken: string;
  expiresInSeconds: number;
  /** Unix time in seconds. */
  expiresAt: number;
  refreshToken: string;
  user: User;
  /** Set if the password was accepted although it breaks the current rules. */
  weakPassword?: { message: string; reasons: readonly string[] };
  /** Only in the response that completes a provider sign-in. */
  providerTokens?: ProviderTokens;
}

/** What an access token needs to know about its session. */
export interface OpenSession {
  id: string;
  aal: string;
  amr: AuthenticationMethod[];
  refreshToken: string;
}

/** Methods where the user came through an email, so a new-device notification would add nothing. */
const EMAIL_METHODS = new Set(['otp', 'email/signup', 'invite', 'magiclink', 'recovery', 'email_change']);

const RECOVERY = 'recovery';

/** Opens sessions and issues their tokens. */
@Injectable()
export class SessionGrants {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly devices: KnownDevices,
    private readonly tokens: AccessTokens,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Stores the session and its audit entry. Call inside the transaction that authorizes it. A passkey session starts at `aal2`. */
  async open(
    user: UserEntity,
    method: string,
    { recovery = method === RECOVERY, passkeyId }: { recovery?: boolean; passkeyId?: string } = {},
  ): Promise<OpenSession> {
    const { session, row, auditEntry } = this.prepare(user.id, method);
    user.lastSignInAt = row.now;
    const aal = passkeyId === undefined ? 'aal1' : 'aal2';
    await this.sessionsRepository.insert(row, { aal, recovery, passkeyId: passkeyId ?? null });
    await this.devices.record(user.id, { notify: !EMAIL_METHODS.has(method) });
    await this.audit.record(auditEntry);
    return { ...session, aal };
  }

  /**
   * Opens a session in a single statement, or in a transaction if its device must be recorded. Undefined if the password has changed
   * since it was checked.
   */
  async openAfterPassword(user: UserRecord, passwordHash: string): Promise<OpenSession | undefined> {
    const { session, row, auditEntry } = this.prepare(user.id, 'password');
    user.lastSignInAt = row.now;
    const auditValues = this.audit.valuesOf(auditEntry);
    const insert = () => this.sessionsRepository.insertAfterPassword(row, passwordHash, auditValues);
    if (await this.devices.isKnown(user.id)) return (await insert()) ? session : undefined;
    return this.database.transaction(async () => {
      if (!(await insert())) return undefined;
      await this.devices.record(user.id, { notify: true });
      return session;
    });
  }

  /** Signs an access token. Call after the commit: before that, the session could still be rolled back. */
  async grant(
    user: UserRecord,
    session: OpenSession,
    identities?: readonly IdentityRecord[],
  ): Promise<SessionGrant> {
    const expiresInSeconds = this.settings.auth.accessTokenSeconds;
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const expiresAt = issuedAt + expiresInSeconds;
    const accessToken = await this.tokens.sign({
      sub: user.id,
      aud: user.aud,
      role: user.role,
      iat: issuedAt,
      exp: expiresAt,
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.appMetadata,
      user_metadata: user.userMetadata,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.isAnonymous,
    });
    const described = describeUser(
      user,
      identities ?? (await this.users.identitiesOf(user.id)),
      await this.factors.findListedByUser(user),
    );
    const { refreshToken } = session;
    return { accessToken, expiresInSeconds, expiresAt, refreshToken, user: described };
  }

  private prepare(
    userId: string,
    method: string,
  ): { session: OpenSession; row: NewSession; auditEntry: AuditEntry } {
    const now = this.clock.now();
    const refreshToken = newSecret();
    const id = uuid();
    const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
    return {
      session: { id, aal: 'aal1', amr, refreshToken },
      row: {
        ...currentClient(),
        id,
        userId,
        amr,
        now,
        notAfter: this.clock.in(this.settings.auth.sessionSeconds),
        firstTokenHash: hashSecret(refreshToken),
      },
      auditEntry: {
        actorId: userId,
        action: 'session.created',
        subject: { type: 'session', id },
        details: { method },
      },
    };
  }
}

import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit, type AuditEntry } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { AccessTokens, type AuthenticationMethod } from '../../domain/access-tokens.js';
import type { ProviderTokens } from '../../domain/identity-providers.js';
import type { User } from '../../domain/user.js';
import type { UserEntity, UserRecord } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import type { IdentityRecord } from '../../persistence/identity.entity.js';
import { SessionsRepository, type NewSession } from '../../persistence/sessions.repository.js';
import { currentClient } from './client.js';
import { KnownDevices } from './known-devices.js';
import { hashOfSecret, newSecret } from '../secrets.js';
import { describeUser } from '../users/describe-user.js';

/** A session as its client gets it. */
export interface SessionGrant {
  accessToken: string;
  expiresInSeconds: number;
  /** Whole seconds since 1970. */
  expiresAt: number;
  refreshToken: string;
  user: User;
  /** Of a password that signed in although it breaks a rule of today. */
  weakPassword?: { message: string; reasons: readonly string[] };
  /** Only in the answer that ends a sign-in at a provider. */
  providerTokens?: ProviderTokens;
}

/** What is known of a session when an access token for it is made. */
export interface OpenSession {
  id: string;
  aal: string;
  amr: AuthenticationMethod[];
  refreshToken: string;
}

/** Ways of recognizing someone by an email that was sent for it. */
const BY_EMAIL = new Set(['otp', 'email/signup', 'invite', 'magiclink', 'recovery', 'email_change']);

const RECOVERY = 'recovery';

/** Opens sessions and makes what their clients hold. */
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

  /** Writes the session's row and its audit entry; call it in the transaction that proves the right to it. A passkey makes `aal2`. */
  async open(
    account: UserEntity,
    method: string,
    { recovery = method === RECOVERY, passkeyId }: { recovery?: boolean; passkeyId?: string } = {},
  ): Promise<OpenSession> {
    const { session, row, auditEntry } = this.prepare(account.id, method);
    account.lastSignInAt = row.now;
    await this.sessionsRepository.insert(row);
    if (recovery) await this.sessionsRepository.markRecovery(row.id);
    if (passkeyId !== undefined) {
      await this.sessionsRepository.markPasskey(row.id, passkeyId);
      session.aal = 'aal2';
    }
    await this.devices.record(account.id, { tell: !BY_EMAIL.has(method) });
    await this.audit.record(auditEntry);
    return session;
  }

  /**
   * Opens a session in a statement of its own, or in a transaction when its device is to be noted. Undefined when the password
   * checked is not the account's any more.
   */
  async openAfterPassword(account: UserRecord, passwordHash: string): Promise<OpenSession | undefined> {
    const { session, row, auditEntry } = this.prepare(account.id, 'password');
    account.lastSignInAt = row.now;
    const auditValues = this.audit.valuesOf(auditEntry);
    const insert = () => this.sessionsRepository.insertAfterPassword(row, passwordHash, auditValues);
    if (await this.devices.isKnown(account.id)) return (await insert()) ? session : undefined;
    return this.database.transaction(async () => {
      if (!(await insert())) return undefined;
      await this.devices.record(account.id, { tell: true });
      return session;
    });
  }

  /** Signs an access token. Call it after the commit: until then the session may not come to be. */
  async grant(
    account: UserRecord,
    session: OpenSession,
    identities?: readonly IdentityRecord[],
  ): Promise<SessionGrant> {
    const expiresInSeconds = this.settings.auth.accessTokenSeconds;
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const expiresAt = issuedAt + expiresInSeconds;
    const accessToken = await this.tokens.sign({
      sub: account.id,
      aud: account.aud,
      role: account.role,
      iat: issuedAt,
      exp: expiresAt,
      email: account.email ?? '',
      phone: account.phone ?? '',
      app_metadata: account.appMetadata,
      user_metadata: account.userMetadata,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: account.isAnonymous,
    });
    const user = describeUser(
      account,
      identities ?? (await this.users.identitiesOf(account.id)),
      await this.factors.findListedByUser(account),
    );
    return { accessToken, expiresInSeconds, expiresAt, refreshToken: session.refreshToken, user };
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
        firstTokenHash: hashOfSecret(refreshToken),
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

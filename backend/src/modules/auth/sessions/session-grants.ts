import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit, type AuditEntry } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import type { IdentityRecord } from '../users/persistence/identity.entity.js';
import type { UserEntity, UserRecord } from '../users/persistence/user.entity.js';
import { currentClient } from './devices.js';
import { IssueTokens, type OpenSession, type SessionGrant } from './issue-tokens.js';
import { KnownDevices } from './known-devices.js';
import { SessionsRepository, type NewSession } from './persistence/sessions.repository.js';

export type { OpenSession, SessionGrant };

/** A session and its user, before its tokens are issued. */
export interface SessionWithUser {
  user: UserEntity;
  session: OpenSession;
}

/** Methods where the user came through an email, so a new-device notification would add nothing. */
const EMAIL_METHODS = new Set(['otp', 'email/signup', 'invite', 'magiclink', 'recovery', 'email_change']);

const RECOVERY = 'recovery';

/** Opens sessions. */
@Injectable()
export class SessionGrants {
  constructor(
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly devices: KnownDevices,
    private readonly issueTokens: IssueTokens,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: RealClock,
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
    const auditValues = this.audit.toValues(auditEntry);
    const insert = () => this.sessionsRepository.insertAfterPassword(row, passwordHash, auditValues);
    if (await this.devices.isKnown(user.id)) return (await insert()) ? session : undefined;
    return this.database.transaction(async () => {
      if (!(await insert())) return undefined;
      await this.devices.record(user.id, { notify: true });
      return session;
    });
  }

  /** Issues the session's tokens. Call after the commit: before that, the session could still be rolled back. */
  grant(
    user: UserRecord,
    session: OpenSession,
    identities?: readonly IdentityRecord[],
  ): Promise<SessionGrant> {
    return this.issueTokens.issue(user, session, identities);
  }

  /** Runs `authorize` in a transaction and {@link grant}s the session it opened, if any, after the commit. */
  async grantAfter(authorize: () => Promise<SessionWithUser>): Promise<SessionGrant>;
  async grantAfter(authorize: () => Promise<SessionWithUser | undefined>): Promise<SessionGrant | undefined>;
  async grantAfter(authorize: () => Promise<SessionWithUser | undefined>): Promise<SessionGrant | undefined> {
    const opened = await this.database.transaction(authorize);
    return opened && this.grant(opened.user, opened.session);
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

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { readableAddress } from '../../../platform/security/network-addresses.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { Devices } from './devices.js';
import { SessionsRepository } from './persistence/sessions.repository.js';

/** One of the caller's active sessions. */
export interface ActiveSession {
  id: string;
  createdAt: Date;
  /** When it last received tokens; the current time for the caller's own session. */
  lastUsedAt: Date;
  userAgent: string | null;
  /** For example `Chrome on macOS`; null if the user agent is missing or unknown. */
  device: string | null;
  ipAddress: string | null;
  current: boolean;
  assurance: 'aal1' | 'aal2';
}

type Caller = Pick<AuthenticatedCaller, 'userId' | 'sessionId' | 'aal'>;

/** Lists and revokes the caller's sessions. */
@Injectable()
export class ActiveSessions {
  constructor(
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly mfa: MfaRequirement,
    private readonly devices: Devices,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** Most recently used first, capped at the repository's limit. Throws `forbidden`, see {@link assertMfaCompleted}. */
  async list(caller: Caller): Promise<ActiveSession[]> {
    await this.assertMfaCompleted(caller);
    const { userId, sessionId } = caller;
    const now = this.clock.now();
    const rows = await this.sessionsRepository.listByUser(userId, now);
    const sessions = rows.map(({ id, createdAt, refreshedAt, userAgent, ip, aal }) => ({
      id,
      createdAt,
      lastUsedAt: id === sessionId ? now : (refreshedAt ?? createdAt),
      userAgent,
      device: this.devices.describe(userAgent),
      ipAddress: ip && readableAddress(ip),
      current: id === sessionId,
      assurance: aal === 'aal1' ? ('aal1' as const) : ('aal2' as const),
    }));
    return sessions.sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime());
  }

  /** Takes effect immediately: its access tokens are rejected too. Throws `session_not_found`, also for another user's session. */
  async revoke(caller: Caller, id: string): Promise<void> {
    const { userId, sessionId } = caller;
    if (id !== sessionId) await this.assertMfaCompleted(caller);
    await this.database.transaction(async () => {
      if (!(await this.sessionsRepository.end(userId, id))) {
        throw new DomainError('not_found', 'session_not_found', 'This session has already ended.');
      }
      await this.audit.record({
        actorId: userId,
        action: 'session.revoked',
        subject: { type: 'session', id },
        details: { current: id === sessionId },
      });
    });
  }

  /** For a user with a second factor, a stolen password must not be enough to see or end sessions. */
  private async assertMfaCompleted(caller: Caller): Promise<void> {
    const user = await this.users.findById(caller.userId);
    if (user && (await this.mfa.isRequired(user, caller))) {
      throw new DomainError('forbidden', 'forbidden', 'Complete two-factor authentication first.');
    }
  }
}

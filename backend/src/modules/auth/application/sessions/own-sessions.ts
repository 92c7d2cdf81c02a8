import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { readableAddress } from '../../../../platform/security/network-addresses.js';
import { Devices } from '../../domain/devices.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import type { AuthenticatedCaller } from './authenticate-caller.js';

/** A sign-in of one's own that is still good. */
export interface OwnSession {
  id: string;
  createdAt: Date;
  /** When it last got tokens; now, for the one that asks. */
  lastUsedAt: Date;
  userAgent: string | null;
  /** `Chrome on macOS`; null when the program did not say, or is not known. */
  device: string | null;
  ipAddress: string | null;
  current: boolean;
  assurance: 'aal1' | 'aal2';
}

type RequestingSession = Pick<AuthenticatedCaller, 'userId' | 'sessionId' | 'aal'>;

/** Where one is signed in, and how to end that. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly mfa: MfaRequirement,
    private readonly devices: Devices,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** The last used first; of very many the last used ones. Throws `forbidden`, see {@link assertAssuranceLevel}. */
  async list(asking: RequestingSession): Promise<OwnSession[]> {
    await this.assertAssuranceLevel(asking);
    const { userId, sessionId } = asking;
    const now = this.clock.now();
    const rows = await this.sessionsRepository.listOf(userId, now);
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

  /** Ends it at once: its access tokens are rejected too. Throws `session_not_found`, for another account's as well. */
  async revoke(asking: RequestingSession, id: string): Promise<void> {
    const { userId, sessionId } = asking;
    if (id !== sessionId) await this.assertAssuranceLevel(asking);
    await this.database.transaction(async () => {
      if (!(await this.sessionsRepository.end(userId, id))) {
        throw new DomainError('not_found', 'session_not_found', 'This session has ended already.');
      }
      await this.audit.record({
        actorId: userId,
        action: 'session.revoked',
        subject: { type: 'session', id },
        details: { current: id === sessionId },
      });
    });
  }

  /** A password alone shows and ends nothing where its owner guards the account with a second factor. */
  private async assertAssuranceLevel(asking: RequestingSession): Promise<void> {
    const user = await this.users.findById(asking.userId);
    if (user && (await this.mfa.isRequired(user, asking))) {
      throw new DomainError('forbidden', 'forbidden', 'Show the second factor of this account first.');
    }
  }
}

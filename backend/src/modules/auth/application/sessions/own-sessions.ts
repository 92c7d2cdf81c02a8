import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { Devices } from '../../domain/devices.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';

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

interface Asking {
  accountId: string;
  sessionId: string;
}

/** Where one is signed in, and how to end that. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly devices: Devices,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** The last used first; of very many the last used ones. Throws `forbidden`, see {@link assertLevel}. */
  async list({ accountId, sessionId }: Asking): Promise<OwnSession[]> {
    await this.assertLevel({ accountId, sessionId });
    const now = this.clock.now();
    const rows = await this.sessions.listOf(accountId, now);
    const sessions = rows.map(({ id, createdAt, refreshedAt, userAgent, ip, aal }) => ({
      id,
      createdAt,
      lastUsedAt: id === sessionId ? now : (refreshedAt ?? createdAt),
      userAgent,
      device: this.devices.nameOf(userAgent),
      ipAddress: ip,
      current: id === sessionId,
      assurance: aal === 'aal1' ? ('aal1' as const) : ('aal2' as const),
    }));
    return sessions.sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime());
  }

  /** Ends it at once: its access tokens are refused too. Throws `session_not_found`, for another account's as well. */
  async revoke({ accountId, sessionId }: Asking, id: string): Promise<void> {
    if (id !== sessionId) await this.assertLevel({ accountId, sessionId });
    await this.database.transaction(async () => {
      if (!(await this.sessions.end(accountId, id))) {
        throw new DomainError('not_found', 'session_not_found', 'This session has ended already.');
      }
      await this.audit.record({
        actorId: accountId,
        action: 'session.revoked',
        subject: { type: 'session', id },
        details: { current: id === sessionId },
      });
    });
  }

  /** A password alone shows and ends nothing where its owner guards the account with a second factor. */
  private async assertLevel({ accountId, sessionId }: Asking): Promise<void> {
    if ((await this.sessions.levelOf(sessionId)) === 'aal2') return;
    const account = await this.accounts.findById(accountId);
    const factors = account ? await this.factors.of(account) : [];
    if (factors.some(({ status }) => status === 'verified')) {
      throw new DomainError('forbidden', 'forbidden', 'Show the second factor of this account first.');
    }
  }
}

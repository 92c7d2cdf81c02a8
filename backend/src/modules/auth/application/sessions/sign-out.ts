import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import type { ProvenCaller } from './callers.js';

/** Every session of the account, the caller's alone, or all but the caller's. */
export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

@Injectable()
export class SignOut {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly audit: Audit,
  ) {}

  /** Ends sessions at once, everywhere: access tokens of theirs that have not expired yet are refused too. */
  async signOut({ accountId, sessionId }: ProvenCaller, scope: SignOutScope): Promise<void> {
    await this.database.transaction(async () => {
      if (scope === 'local') await this.sessions.end(accountId, sessionId);
      else await this.sessions.endAll(accountId, scope === 'others' ? { except: sessionId } : {});
      await this.audit.record({
        actorId: accountId,
        action: 'session.signed-out',
        subject: { type: 'account', id: accountId },
        details: { scope },
      });
    });
  }
}

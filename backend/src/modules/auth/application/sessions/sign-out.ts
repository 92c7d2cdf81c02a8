import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import type { AuthenticatedCaller } from './authenticate-caller.js';

/** Every session of the account, the caller's alone, or all but the caller's. */
export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

@Injectable()
export class SignOut {
  constructor(
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly audit: Audit,
  ) {}

  /** Ends sessions at once, everywhere: access tokens of theirs that have not expired yet are rejected too. */
  async signOut({ userId, sessionId }: AuthenticatedCaller, scope: SignOutScope): Promise<void> {
    await this.database.transaction(async () => {
      if (scope === 'local') await this.sessionsRepository.end(userId, sessionId);
      else await this.sessionsRepository.endAll(userId, scope === 'others' ? { except: sessionId } : {});
      await this.audit.record({
        actorId: userId,
        action: 'session.signed_out',
        subject: { type: 'user', id: userId },
        details: { scope },
      });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import { byUser } from '../core/audit-entries.js';

/** All of the user's sessions, only the caller's, or all except the caller's. */
export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

@Injectable()
export class SignOut {
  constructor(
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly audit: Audit,
  ) {}

  /** Takes effect immediately: access tokens of ended sessions are rejected even before they expire. */
  async signOut({ userId, sessionId }: AuthenticatedCaller, scope: SignOutScope): Promise<void> {
    await this.database.transaction(async () => {
      if (scope === 'local') await this.sessionsRepository.end(userId, sessionId);
      else await this.sessionsRepository.endAll(userId, scope === 'others' ? { except: sessionId } : {});
      await this.audit.record(byUser(userId, 'session.signed_out', { scope }));
    });
  }
}

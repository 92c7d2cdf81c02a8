import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SessionNotFoundError } from '../access/session-errors.js';
import { byUser } from '../core/audit-entries.js';
import { userRecoveryCodeUsed } from '../core/events.js';
import { FactorNotFoundError, InvalidFactorCodeError } from '../factors/factor-errors.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import type { OpenSession, SessionGrant } from '../sessions/session-grants.js';
import { FactorVerification } from './factor-verification.js';
import { RecoveryCodes } from './recovery-codes.js';

/** Elevates a session to `aal2` with a recovery code in place of a lost factor. */
@Injectable()
export class UseRecoveryCode {
  constructor(
    private readonly verification: FactorVerification,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly elevateSession: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Throws `mfa_verification_failed`, `mfa_factor_not_found` for a user without a verified factor, and `rate_limited`. */
  async use(caller: AuthenticatedCaller, code: string): Promise<SessionGrant> {
    const { userId } = caller;
    const attempt = await this.verification.count(`recovery:${userId}`);
    const grant = await this.verification.complete(attempt, caller, async ({ factors }) => {
      const lost = factors.find(({ status }) => status === 'verified');
      if (!lost) throw new FactorNotFoundError();
      if (await this.recoveryCodes.redeem(userId, code)) return this.accept(caller, lost.id);
      await this.audit.record(byUser(userId, 'recovery_code.rejected'));
      return undefined;
    });
    if (!grant) throw new InvalidFactorCodeError('Invalid recovery code entered');
    return grant;
  }

  /** Ties the elevation to the lost factor: removing that factor drops the session back to `aal1`. */
  private async accept({ userId, sessionId }: AuthenticatedCaller, factorId: string): Promise<OpenSession> {
    const session = await this.elevateSession.elevate(sessionId, { method: 'mfa/recovery_code', factorId });
    if (!session) throw new SessionNotFoundError();
    const remaining = (await this.recoveryCodes.findSet(userId))?.remaining ?? 0;
    await this.outbox.emit(userRecoveryCodeUsed, { userId, remaining });
    await this.audit.record(byUser(userId, 'recovery_code.used'));
    return session;
  }
}

import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { UUID } from '../../../platform/uuid.js';
import { UserBannedError } from '../core/auth-errors.js';
import type { UserWithIdentities } from '../users/persistence/user-with-identities.js';
import { staffRole, type StaffRole } from '../users/user-summary.js';
import { AccessTokens, type VerifiedToken } from './access-tokens.port.js';
import { CallersRepository, type CallerRow, type TokenSubject } from './callers.repository.js';
import {
  UserDeletedError,
  BadTokenError,
  MissingSubjectError,
  SessionNotFoundError,
} from './session-errors.js';

/** The authenticated caller: claims of the access token, checked against the user and session rows. */
export interface AuthenticatedCaller {
  userId: string;
  sessionId: string;
  email: string;
  emailConfirmedAt: Date | null;
  role: StaffRole | null;
  aal: string;
  /** Audience of the user's access tokens. */
  audience: string;
  isAnonymous: boolean;
}

type TokenAudiences = Pick<VerifiedToken, 'audiences'>;

/** The authenticated caller's user with identities. */
export type AuthenticatedUser = UserWithIdentities;

/** Authenticates callers. Reads the session row on every call, so that sign-outs, bans and role changes take effect immediately. */
@Injectable()
export class AuthenticateCaller {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly callers: CallersRepository,
    private readonly clock: RealClock,
  ) {}

  /** Throws the errors of the wire protocol: `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`. */
  async authenticate(token: string): Promise<AuthenticatedCaller> {
    const claims = await this.readClaims(token);
    return this.check(await this.callers.find(claims), claims);
  }

  /** Like {@link authenticate}, but returns the user with identities. */
  async authenticateWithUser(token: string): Promise<AuthenticatedUser> {
    const claims = await this.readClaims(token);
    const found = await this.callers.findWithUser(claims);
    this.check(found?.caller, claims);
    return found!;
  }

  private async readClaims(token: string): Promise<TokenSubject & TokenAudiences> {
    const { sub, sessionId, audiences } = await this.tokens.verify(token);
    if (sub === undefined) throw new MissingSubjectError();
    if (!UUID.test(sub)) throw new BadTokenError('invalid claim: sub claim must be a UUID', 'malformed');
    return { userId: sub, sessionId: sessionId && UUID.test(sessionId) ? sessionId : null, audiences };
  }

  private check(row: CallerRow | undefined, { audiences }: TokenAudiences): AuthenticatedCaller {
    const now = this.clock.now();
    if (!row) throw new UserDeletedError();
    if (!audiences.includes(row.audience)) throw BadTokenError.invalidClaim('token has invalid audience');
    if (row.sessionId === null || row.sessionNotAfter === null || row.sessionNotAfter <= now)
      throw new SessionNotFoundError();
    if (row.bannedUntil !== null && row.bannedUntil > now) throw new UserBannedError('forbidden');
    return {
      userId: row.userId,
      sessionId: row.sessionId,
      email: row.email ?? '',
      emailConfirmedAt: row.emailConfirmedAt,
      role: staffRole(row.staffRole),
      aal: row.aal ?? 'aal1',
      audience: row.audience,
      isAnonymous: row.isAnonymous,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { AccessTokens, type VerifiedToken } from '../../domain/access-tokens.js';
import { UserBannedError } from '../../domain/auth-errors.js';
import { UserDeletedError, BadTokenError, SessionNotFoundError } from '../../domain/session-errors.js';
import {
  CallersRepository,
  type CallerRow,
  type TokenSubject,
} from '../../persistence/callers.repository.js';
import type { UserWithIdentities } from '../../persistence/user-with-identities.js';
import { staffRole, type StaffRole } from '../users/user-summary.js';

/** Who is calling, as far as the token and the rows of account and session prove it. */
export interface AuthenticatedCaller {
  userId: string;
  sessionId: string;
  email: string;
  emailConfirmedAt: Date | null;
  role: StaffRole | null;
  aal: string;
  /** Whom the account's tokens are for. */
  audience: string;
  /** Without an address yet. */
  isAnonymous: boolean;
}

type Addressed = Pick<VerifiedToken, 'audiences'>;

/** The whole account of a confirmed caller. */
export type AuthenticatedUser = UserWithIdentities;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Proves callers. The session's row is read on every call: signing out, a ban and a changed role count at once. */
@Injectable()
export class AuthenticateCaller {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly callers: CallersRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws the errors of the wire protocol: `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`. */
  async authenticate(token: string): Promise<AuthenticatedCaller> {
    const named = await this.readClaims(token);
    return this.check(await this.callers.find(named), named);
  }

  /** The same, with the whole account: for those who show it. */
  async authenticateWithUser(token: string): Promise<AuthenticatedUser> {
    const named = await this.readClaims(token);
    const found = await this.callers.findWithUser(named);
    this.check(found?.caller, named);
    return found!;
  }

  private async readClaims(token: string): Promise<TokenSubject & Addressed> {
    const { sub, sessionId, audiences } = await this.tokens.verify(token);
    if (sub === undefined) throw new BadTokenError('invalid claim: missing sub claim');
    if (!UUID.test(sub)) throw new BadTokenError('invalid claim: sub claim must be a UUID', 'malformed');
    return { userId: sub, sessionId: sessionId && UUID.test(sessionId) ? sessionId : null, audiences };
  }

  private check(row: CallerRow | undefined, { audiences }: Addressed): AuthenticatedCaller {
    const now = this.clock.now();
    if (!row) throw new UserDeletedError();
    if (!audiences.includes(row.audience)) throw BadTokenError.unverifiable('token has invalid audience');
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

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { AccessTokens, type VerifiedToken } from '../../domain/access-tokens.js';
import { UserBannedError } from '../../domain/auth-errors.js';
import { AccountGoneError, BadTokenError, SessionGoneError } from '../../domain/session-errors.js';
import { CallersRepository, type CallerRow, type Named } from '../../persistence/callers.repository.js';
import type { AccountWithIdentities } from '../../persistence/whole-account.js';
import { staffRole, type StaffRole } from '../accounts/account-view.js';

/** Who is calling, as far as the token and the rows of account and session prove it. */
export interface ProvenCaller {
  accountId: string;
  sessionId: string;
  email: string;
  emailProvenAt: Date | null;
  role: StaffRole | null;
  aal: string;
  /** Whom the account's tokens are for. */
  audience: string;
  /** Without an address yet. */
  isAnonymous: boolean;
}

type Addressed = Pick<VerifiedToken, 'audiences'>;

/** The whole account of a proven caller. */
export type ProvenAccount = AccountWithIdentities;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Proves callers. The session's row is read on every call: signing out, a ban and a changed role count at once. */
@Injectable()
export class Callers {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly rows: CallersRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws the refusals of the wire protocol: `bad_jwt`, `user_not_found`, `session_not_found`, `user_banned`. */
  async prove(token: string): Promise<ProvenCaller> {
    const named = await this.namedBy(token);
    return this.check(await this.rows.find(named), named);
  }

  /** The same, with the whole account: for those who show it. */
  async proveWhole(token: string): Promise<ProvenAccount> {
    const named = await this.namedBy(token);
    const found = await this.rows.findWhole(named);
    this.check(found?.caller, named);
    return found!;
  }

  private async namedBy(token: string): Promise<Named & Addressed> {
    const { sub, sessionId, audiences } = await this.tokens.verify(token);
    if (sub === undefined) throw new BadTokenError('invalid claim: missing sub claim');
    if (!UUID.test(sub)) throw new BadTokenError('invalid claim: sub claim must be a UUID', 'malformed');
    return { accountId: sub, sessionId: sessionId && UUID.test(sessionId) ? sessionId : null, audiences };
  }

  private check(row: CallerRow | undefined, { audiences }: Addressed): ProvenCaller {
    const now = this.clock.now();
    if (!row) throw new AccountGoneError();
    if (!audiences.includes(row.audience)) throw BadTokenError.unverifiable('token has invalid audience');
    if (row.sessionId === null || row.sessionNotAfter === null || row.sessionNotAfter <= now)
      throw new SessionGoneError();
    if (row.bannedUntil !== null && row.bannedUntil > now) throw new UserBannedError('forbidden');
    return {
      accountId: row.accountId,
      sessionId: row.sessionId,
      email: row.email ?? '',
      emailProvenAt: row.emailProvenAt,
      role: staffRole(row.staffRole),
      aal: row.aal ?? 'aal1',
      audience: row.audience,
      isAnonymous: row.isAnonymous,
    };
  }
}

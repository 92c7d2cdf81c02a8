import { Injectable } from '@nestjs/common';
import { Batch } from '../../../platform/database/batch.js';
import { Database } from '../../../platform/database/database.js';
import {
  USER_WITH_IDENTITIES,
  toUserWithIdentities,
  type UserWithIdentities,
  type UserWithIdentitiesRow,
} from '../users/persistence/user-with-identities.js';

/** What every authenticated request needs. */
export interface CallerRow {
  userId: string;
  email: string | null;
  emailConfirmedAt: Date | null;
  /** Only if the email is confirmed, because an unconfirmed one may belong to another person. */
  staffRole: string | null;
  bannedUntil: Date | null;
  /** Null if the session has ended. */
  sessionId: string | null;
  sessionNotAfter: Date | null;
  aal: string | null;
  isAnonymous: boolean;
  audience: string;
}

/** The user and session that an access token names. */
export interface TokenSubject {
  userId: string;
  sessionId: string | null;
}

/** A caller with the full user record. */
export type CallerWithUser = UserWithIdentities & { caller: CallerRow };

const CALLER = `a.id as "userId", a.email, a.email_confirmed_at as "emailConfirmedAt", a.banned_until as "bannedUntil",
  a.is_anonymous as "isAnonymous", a.aud as audience,
  case when a.email_confirmed_at is not null then a.app_metadata ->> 'role' end as "staffRole"`;
const SESSION = `s.id as "sessionId", s.not_after as "sessionNotAfter", s.aal`;
/** Each row carries the position of its subject in the batch. */
const FROM_SUBJECTS = `subject.ordinal::int from unnest($1::uuid[], $2::uuid[]) with ordinality as subject (user_id, session_id, ordinal)
  join users a on a.id = subject.user_id and a.deleted_at is null
  left join sessions s on s.id = subject.session_id and s.user_id = a.id`;

type WithOrdinal = { ordinal: number };
type CallerSession = Pick<CallerRow, 'sessionId' | 'sessionNotAfter' | 'aal'>;

/** Looks up callers. Concurrent lookups are batched into one statement. Undefined if the user does not exist. */
@Injectable()
export class CallersRepository {
  private readonly callers = new Batch((all: TokenSubject[]) => this.findAll(all));
  private readonly callersWithUser = new Batch((all: TokenSubject[]) => this.findAllWithUser(all));

  constructor(private readonly database: Database) {}

  find(subject: TokenSubject): Promise<CallerRow | undefined> {
    return this.callers.load(subject);
  }

  findWithUser(subject: TokenSubject): Promise<CallerWithUser | undefined> {
    return this.callersWithUser.load(subject);
  }

  private async findAll(all: TokenSubject[]): Promise<(CallerRow | undefined)[]> {
    const rows = await this.database.query<CallerRow & WithOrdinal>({
      name: 'callers-of-sessions',
      text: `select ${CALLER}, ${SESSION}, ${FROM_SUBJECTS}`,
      values: valuesOf(all),
    });
    return inRequestOrder(all, rows);
  }

  private async findAllWithUser(all: TokenSubject[]): Promise<(CallerWithUser | undefined)[]> {
    const rows = await this.database.query<UserWithIdentitiesRow & CallerSession & WithOrdinal>({
      name: 'callers-with-user-of-sessions',
      text: `select ${USER_WITH_IDENTITIES}, ${SESSION}, ${FROM_SUBJECTS}`,
      values: valuesOf(all),
    });
    return inRequestOrder(all, rows).map((row) => row && toCallerWithUser(row));
  }
}

function valuesOf(all: TokenSubject[]): unknown[] {
  return [all.map(({ userId }) => userId), all.map(({ sessionId }) => sessionId)];
}

function inRequestOrder<Row>(all: TokenSubject[], rows: (Row & WithOrdinal)[]): (Row | undefined)[] {
  const results: (Row | undefined)[] = all.map(() => undefined);
  for (const row of rows) results[row.ordinal - 1] = row;
  return results;
}

function toCallerWithUser(row: UserWithIdentitiesRow & CallerSession): CallerWithUser {
  const { sessionId, sessionNotAfter, aal, ...columns } = row;
  const { user, identities } = toUserWithIdentities(columns);
  const { id: userId, email, emailConfirmedAt, bannedUntil, isAnonymous, aud: audience, appMetadata } = user;
  const role = emailConfirmedAt == null ? undefined : appMetadata.role;
  return {
    user,
    identities,
    caller: {
      userId,
      email: email ?? null,
      emailConfirmedAt: emailConfirmedAt ?? null,
      staffRole: typeof role === 'string' ? role : null,
      bannedUntil: bannedUntil ?? null,
      isAnonymous,
      audience,
      sessionId,
      sessionNotAfter,
      aal,
    },
  };
}

import type { Statement } from '../../../platform/database/database.js';
import {
  USER_WITH_IDENTITIES,
  type UserWithIdentitiesRow,
} from '../users/persistence/user-with-identities.queries.js';

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

export type CallerWithUserRow = UserWithIdentitiesRow &
  Pick<CallerRow, 'sessionId' | 'sessionNotAfter' | 'aal'>;

const SESSION_OF_SUBJECT = `s.id as "sessionId", s.not_after as "sessionNotAfter", s.aal, subject.ordinal::int
  from unnest($1::uuid[], $2::uuid[]) with ordinality as subject (user_id, session_id, ordinal)
  join users a on a.id = subject.user_id and a.deleted_at is null
  left join sessions s on s.id = subject.session_id and s.user_id = a.id`;

/** Every authenticated request checks its session: concurrent ones share a prepared statement. */
export const callers = (subjects: readonly TokenSubject[]): Statement => ({
  reason: 'measured hot read',
  benchmark: '`check-subscription`, 32 connections',
  name: 'callers-of-sessions',
  text: `select a.id as "userId", a.email, a.email_confirmed_at as "emailConfirmedAt", a.banned_until as "bannedUntil",
           a.is_anonymous as "isAnonymous", a.aud as audience,
           case when a.email_confirmed_at is not null then a.app_metadata ->> 'role' end as "staffRole",
           ${SESSION_OF_SUBJECT}`,
  values: toValues(subjects),
});

/** `GET /user` checks the session and reads the user in one statement, shared by concurrent requests. */
export const callersWithUser = (subjects: readonly TokenSubject[]): Statement => ({
  reason: 'measured hot read',
  benchmark: '`GET /user` with session check, 32 connections',
  name: 'callers-with-user-of-sessions',
  text: `select ${USER_WITH_IDENTITIES}, ${SESSION_OF_SUBJECT}`,
  values: toValues(subjects),
});

function toValues(subjects: readonly TokenSubject[]): unknown[] {
  return [subjects.map(({ userId }) => userId), subjects.map(({ sessionId }) => sessionId)];
}

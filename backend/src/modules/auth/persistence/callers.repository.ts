import { Injectable } from '@nestjs/common';
import { Batch } from '../../../platform/database/batch.js';
import { Database } from '../../../platform/database/database.js';
import {
  WHOLE_ACCOUNT,
  wholeAccountOf,
  type AccountWithIdentities,
  type WholeAccountRow,
} from './whole-account.js';

/** What every call of a signed-in person has to know. */
export interface CallerRow {
  accountId: string;
  email: string | null;
  emailProvenAt: Date | null;
  /** Of a proven address only: nobody is staff by an address that may be another person's. */
  staffRole: string | null;
  bannedUntil: Date | null;
  /** Null when the session was ended. */
  sessionId: string | null;
  sessionNotAfter: Date | null;
  aal: string | null;
  isAnonymous: boolean;
  audience: string;
}

/** Whom a token names. */
export interface Named {
  accountId: string;
  sessionId: string | null;
}

/** A caller with all that is known of the account. */
export type WholeCaller = AccountWithIdentities & { caller: CallerRow };

const CALLER = `a.id as "accountId", a.email, a.email_confirmed_at as "emailProvenAt", a.banned_until as "bannedUntil",
  a.is_anonymous as "isAnonymous", a.aud as audience,
  case when a.email_confirmed_at is not null then a.app_metadata ->> 'role' end as "staffRole"`;
const SESSION = `s.id as "sessionId", s.not_after as "sessionNotAfter", s.aal`;
/** Each row with the place of its question. */
const NAMED = `named.place::int from unnest($1::uuid[], $2::uuid[]) with ordinality as named (account_id, session_id, place)
  join accounts a on a.id = named.account_id and a.deleted_at is null
  left join sessions s on s.id = named.session_id and s.account_id = a.id`;

type Placed = { place: number };
type SessionOfCaller = Pick<CallerRow, 'sessionId' | 'sessionNotAfter' | 'aal'>;

/** Callers that come at the same time are looked up together. Undefined for an account that is not there. */
@Injectable()
export class CallersRepository {
  private readonly callers = new Batch((all: Named[]) => this.findAll(all));
  private readonly wholeCallers = new Batch((all: Named[]) => this.findAllWhole(all));

  constructor(private readonly database: Database) {}

  find(named: Named): Promise<CallerRow | undefined> {
    return this.callers.ask(named);
  }

  findWhole(named: Named): Promise<WholeCaller | undefined> {
    return this.wholeCallers.ask(named);
  }

  private async findAll(all: Named[]): Promise<(CallerRow | undefined)[]> {
    const rows = await this.database.query<CallerRow & Placed>({
      name: 'callers-of-sessions',
      text: `select ${CALLER}, ${SESSION}, ${NAMED}`,
      values: valuesOf(all),
    });
    return inOrder(all, rows);
  }

  private async findAllWhole(all: Named[]): Promise<(WholeCaller | undefined)[]> {
    const rows = await this.database.query<WholeAccountRow & SessionOfCaller & Placed>({
      name: 'whole-callers-of-sessions',
      text: `select ${WHOLE_ACCOUNT}, ${SESSION}, ${NAMED}`,
      values: valuesOf(all),
    });
    return inOrder(all, rows).map((row) => row && wholeCallerOf(row));
  }
}

function valuesOf(all: Named[]): unknown[] {
  return [all.map(({ accountId }) => accountId), all.map(({ sessionId }) => sessionId)];
}

function inOrder<Row>(all: Named[], rows: (Row & Placed)[]): (Row | undefined)[] {
  const answers: (Row | undefined)[] = all.map(() => undefined);
  for (const row of rows) answers[row.place - 1] = row;
  return answers;
}

function wholeCallerOf(row: WholeAccountRow & SessionOfCaller): WholeCaller {
  const { sessionId, sessionNotAfter, aal, ...whole } = row;
  const { account, identities } = wholeAccountOf(whole);
  const {
    id: accountId,
    email,
    emailConfirmedAt,
    bannedUntil,
    isAnonymous,
    aud: audience,
    appMetadata,
  } = account;
  const role = emailConfirmedAt == null ? undefined : appMetadata.role;
  return {
    account,
    identities,
    caller: {
      accountId,
      email: email ?? null,
      emailProvenAt: emailConfirmedAt ?? null,
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

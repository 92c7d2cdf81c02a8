import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

/** What every call of a signed-in person has to know, in one row. */
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
}

@Injectable()
export class CallersRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, sessionId: string | null): Promise<CallerRow | undefined> {
    const [row] = await this.database.query<CallerRow>({
      name: 'caller-of-session',
      text: `select a.id as "accountId", a.email, a.email_confirmed_at as "emailProvenAt", a.banned_until as "bannedUntil",
                    a.is_anonymous as "isAnonymous",
                    case when a.email_confirmed_at is not null then a.app_metadata ->> 'role' end as "staffRole",
                    s.id as "sessionId", s.not_after as "sessionNotAfter", s.aal
             from accounts a left join sessions s on s.id = $2 and s.account_id = a.id
             where a.id = $1 and a.deleted_at is null`,
      values: [accountId, sessionId],
    });
    return row;
  }
}

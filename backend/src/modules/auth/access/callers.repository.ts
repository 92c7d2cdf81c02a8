import { Injectable } from '@nestjs/common';
import { Batch, inOrder, type WithOrdinal } from '../../../platform/database/batch.js';
import { Database } from '../../../platform/database/database.js';
import { toUserWithIdentities, type UserWithIdentities } from '../users/persistence/user-with-identities.js';
import {
  callers,
  callersWithUser,
  type CallerRow,
  type CallerWithUserRow,
  type TokenSubject,
} from './callers.queries.js';

export type { CallerRow, TokenSubject };

/** A caller with the full user record. */
export type CallerWithUser = UserWithIdentities & { caller: CallerRow };

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
    return inOrder<CallerRow>(all, await this.database.query(callers(all)));
  }

  private async findAllWithUser(all: TokenSubject[]): Promise<(CallerWithUser | undefined)[]> {
    const rows = await this.database.query<CallerWithUserRow & WithOrdinal>(callersWithUser(all));
    return inOrder<CallerWithUserRow>(all, rows).map((row) => row && toCallerWithUser(row));
  }
}

function toCallerWithUser(row: CallerWithUserRow): CallerWithUser {
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

import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Email, EmailStatus } from '../domain/email.js';
import { EMAIL_COLUMNS } from './email-rows.js';

export interface EmailQuery {
  /** A full address, normalized. */
  recipient?: string;
  /** Part of an address, lowercase. */
  recipientPart?: string;
  /** `failed` excludes emails that were replayed. */
  status?: EmailStatus;
  template?: string;
  createdFrom?: Date;
  createdTo?: Date;
}

/** A keyset cursor; newest first. */
export interface Position {
  createdAt: Date;
  id: string;
}

/** Finds emails for support. */
@Injectable()
export class EmailSearchRepository {
  constructor(private readonly database: Database) {}

  /** Newest first, starting after the position. */
  find(query: EmailQuery, after: Position | undefined, limit: number): Promise<Email[]> {
    const { conditions, values } = conditionsOf(query);
    if (after) {
      values.push(after.createdAt, after.id);
      conditions.push(`(created_at, id) < ($${values.length - 1}, $${values.length})`);
    }
    values.push(limit);
    return this.database.query<Email>({
      text: `select ${EMAIL_COLUMNS} from emails where ${conditions.join(' and ')}
             order by created_at desc, id desc limit $${values.length}`,
      values,
    });
  }

  /**
   * Matching emails that wait for support, oldest first: what a bulk replay applies to. Canceled emails are included only if the query
   * is for them.
   */
  async findReplayable(query: EmailQuery, limit: number): Promise<string[]> {
    const { conditions, values } = conditionsOf(query);
    values.push(limit);
    const rows = await this.database.query<{ id: string }>({
      text: `select id from emails
             where ${[...conditions, ...waitingForSupport(query)].join(' and ')}
             order by created_at, id limit $${values.length}`,
      values,
    });
    return rows.map(({ id }) => id);
  }

  async countReplayable(query: EmailQuery): Promise<number> {
    const { conditions, values } = conditionsOf(query);
    const [row] = await this.database.query<{ count: number }>({
      text: `select count(*)::int as count from emails
             where ${[...conditions, ...waitingForSupport(query)].join(' and ')}`,
      values,
    });
    return row!.count;
  }
}

function waitingForSupport({ status }: EmailQuery): string[] {
  const replayable = status === 'canceled' ? 'canceled' : 'failed';
  return [`status = '${replayable}'`, 'replayed_at is null'];
}

function conditionsOf(query: EmailQuery): { conditions: string[]; values: unknown[] } {
  const conditions = ['true'];
  const values: unknown[] = [];
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add(query.recipient, (parameter) => `recipient_normalized = ${parameter}`);
  add(
    query.recipientPart?.replace(/[\\%_]/g, '\\$&'),
    (parameter) => `recipient_normalized like '%' || ${parameter} || '%'`,
  );
  add(query.status, (parameter) => `status = ${parameter}`);
  // Repeats the condition of a partial index, so that the planner uses it.
  if (query.status && query.status !== 'sent') conditions.push(`status <> 'sent'`);
  if (query.status === 'failed') conditions.push('replayed_at is null');
  add(query.template, (parameter) => `template = ${parameter}`);
  add(query.createdFrom, (parameter) => `created_at >= ${parameter}`);
  add(query.createdTo, (parameter) => `created_at < ${parameter}`);
  return { conditions, values };
}

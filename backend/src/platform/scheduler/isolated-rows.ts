import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';

export interface RowWork<Row> {
  /** Names the task in logs and metrics. */
  task: string;
  idOf(row: Row): string;
  work(row: Row): Promise<unknown>;
  /** Stores when the row is due again. */
  onFailure?(row: Row, reason: string): Promise<void>;
  /** Rows worked on at the same time; one by default. */
  concurrency?: number;
}

const MAX_REASON_LENGTH = 500;

/** Works through a batch so that a row that fails never stops the others. */
@Injectable()
export class IsolatedRows {
  private readonly failures: Counter<'task'>;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.failures = metrics.counter(
      'task_row_failures_total',
      'Rows that a recurring task failed to process and will retry.',
      ['task'],
    );
  }

  /** Throws only while the database is unavailable, which is no row's own failure. */
  async run<Row>(rows: Iterable<Row>, work: RowWork<Row>): Promise<void> {
    const waiting = rows[Symbol.iterator]();
    const takeNext = async (): Promise<void> => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await this.runOne(next.value, work);
    };
    await Promise.all(Array.from({ length: work.concurrency ?? 1 }, takeNext));
  }

  /** Works on all rows at once; when that fails, on each alone. */
  async runTogether<Row>(
    rows: readonly Row[],
    {
      task,
      idOf,
      work,
    }: Pick<RowWork<Row>, 'task' | 'idOf'> & { work(rows: readonly Row[]): Promise<unknown> },
  ): Promise<void> {
    if (rows.length === 0) return;
    try {
      await work(rows);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await this.run(rows, { task, idOf, work: (row) => work([row]) });
    }
  }

  private async runOne<Row>(row: Row, { task, idOf, work, onFailure }: RowWork<Row>): Promise<void> {
    try {
      await work(row);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.failures.inc({ task });
      this.logger.warn('row of a task failed, will be retried', { task, row: idOf(row), error });
      await onFailure?.(row, reasonOf(error));
    }
  }
}

/** What an outside service said, in its own words where it said anything; fit to be stored. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const reason = cause instanceof Error ? cause.message : message;
  return reason.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}

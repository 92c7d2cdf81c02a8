import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';

export interface RowWork<Row> {
  /** Task name in logs and metrics. */
  task: string;
  getId(row: Row): string;
  work(row: Row): Promise<unknown>;
  /** Schedules the next attempt. */
  onFailure?(row: Row, reason: string): Promise<void>;
  /** Rows processed concurrently; 1 by default. */
  concurrency?: number;
}

const MAX_REASON_LENGTH = 500;

/** Processes a batch of rows, so that one failing row never stops the others. */
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

  /** Throws only if the database is unavailable, which is not the failure of a single row. */
  async run<Row>(rows: Iterable<Row>, work: RowWork<Row>): Promise<void> {
    const iterator = rows[Symbol.iterator]();
    const processRest = async (): Promise<void> => {
      for (let next = iterator.next(); !next.done; next = iterator.next())
        await this.runOne(next.value, work);
    };
    await Promise.all(Array.from({ length: work.concurrency ?? 1 }, processRest));
  }

  /** Processes all rows together; if that fails, each one individually. */
  async runBatch<Row>(
    rows: readonly Row[],
    {
      task,
      getId,
      work,
    }: Pick<RowWork<Row>, 'task' | 'getId'> & { work(rows: readonly Row[]): Promise<unknown> },
  ): Promise<void> {
    if (rows.length === 0) return;
    try {
      await work(rows);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await this.run(rows, { task, getId, work: (row) => work([row]) });
    }
  }

  private async runOne<Row>(row: Row, { task, getId, work, onFailure }: RowWork<Row>): Promise<void> {
    try {
      await work(row);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.failures.inc({ task });
      this.logger.warn('task row failed, retry scheduled', { task, row: getId(row), error });
      await onFailure?.(row, rootCauseMessage(error));
    }
  }
}

/** The error message to store, preferring that of the cause, which comes from the external service. */
export function rootCauseMessage(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const reason = cause instanceof Error ? cause.message : message;
  return reason.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}

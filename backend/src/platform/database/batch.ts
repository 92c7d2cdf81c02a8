import { AsyncLocalStorage } from 'node:async_hooks';

interface Call<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

const MAX_SIZE = 200;

/**
 * Batches calls made while an earlier batch runs: the busier the process, the fewer round trips per call. A single call runs
 * immediately. Batches never run in a caller's transaction.
 */
export class Batch<Key, Value> {
  private readonly runOutside = AsyncLocalStorage.snapshot();
  private pending: Call<Key, Value>[] = [];
  private running = 0;

  /**
   * `loadAll` returns one value for each key, in order. `maxConcurrent` batches may run at the same time: with two, the process stays
   * busy while the database works, but their statements must not lock the same rows.
   */
  constructor(
    private readonly loadAll: (keys: Key[]) => Promise<Value[]>,
    private readonly maxConcurrent = 1,
  ) {}

  /** If a batch fails, each of its keys is loaded on its own, so that one bad key does not fail the others. */
  load(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.pending.push({ key, resolve, reject });
      if (this.running < this.maxConcurrent) {
        this.running += 1;
        setImmediate(() => this.runOutside(() => void this.run()));
      }
    });
  }

  private async run(): Promise<void> {
    while (this.pending.length > 0) {
      const calls = this.pending.splice(0, MAX_SIZE);
      try {
        await this.resolveAll(calls);
      } catch (error) {
        if (calls.length === 1) calls[0]!.reject(error);
        else await Promise.all(calls.map((call) => this.resolveAll([call]).catch(call.reject)));
      }
    }
    this.running -= 1;
  }

  private async resolveAll(calls: Call<Key, Value>[]): Promise<void> {
    const values = await this.loadAll(calls.map(({ key }) => key));
    calls.forEach(({ resolve }, index) => resolve(values[index]!));
  }
}

/** A row of a batch's statement. `ordinal` is the position of its key, from 1. */
export type WithOrdinal = { ordinal: number };

/** The row of each key, in order. Undefined where there is none. */
export function inOrder<Row>(
  keys: readonly unknown[],
  rows: readonly (Row & WithOrdinal)[],
): (Row | undefined)[] {
  const found: (Row | undefined)[] = keys.map(() => undefined);
  for (const { ordinal, ...row } of rows) found[ordinal - 1] = row as Row;
  return found;
}

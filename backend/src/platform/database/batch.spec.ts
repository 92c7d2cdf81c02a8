import { AsyncLocalStorage } from 'node:async_hooks';
import { Batch, inOrder } from './batch.js';

describe('a batch', () => {
  it('loads a single call immediately and batches calls made while it runs', async () => {
    const batches: number[][] = [];
    const batch = new Batch(async (keys: number[]) => {
      batches.push(keys);
      await new Promise((resolve) => setImmediate(resolve));
      return keys.map((key) => key * 2);
    });
    const first = batch.load(1);
    await new Promise((resolve) => setImmediate(resolve));
    const others = [2, 3, 4].map((key) => batch.load(key));
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  it('runs up to the allowed number of batches concurrently', async () => {
    const batches: number[][] = [];
    const finish: (() => void)[] = [];
    const batch = new Batch(async (keys: number[]) => {
      batches.push(keys);
      await new Promise<void>((resolve) => finish.push(resolve));
      return keys;
    }, 2);
    const nextTick = () => new Promise((resolve) => setImmediate(resolve));
    const results = [batch.load(1)];
    await nextTick();
    results.push(batch.load(2));
    await nextTick();
    results.push(batch.load(3), batch.load(4));
    await nextTick();
    expect(batches).toEqual([[1], [2]]);
    finish[1]!();
    await nextTick();
    expect(batches).toEqual([[1], [2], [3, 4]]);
    finish.forEach((resolve) => resolve());
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  });

  it('keeps one failing key from failing the others', async () => {
    const batch = new Batch(async (keys: string[]) => {
      if (keys.includes('bad')) throw new Error('bad');
      return keys;
    });
    const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((key) => batch.load(key)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(batch.load('c')).resolves.toBe('c');
  });

  it("does not run in the caller's async context", async () => {
    const transaction = new AsyncLocalStorage<string>();
    const batch = new Batch(async (keys: string[]) => keys.map(() => transaction.getStore()));
    expect(await transaction.run('mine', () => batch.load('a'))).toBeUndefined();
  });
});

it('puts rows in the order of their keys', () => {
  const rows = [
    { ordinal: 3, name: 'c' },
    { ordinal: 1, name: 'a' },
  ];
  expect(inOrder(['a', 'b', 'c'], rows)).toEqual([{ name: 'a' }, undefined, { name: 'c' }]);
});

import { AsyncLocalStorage } from 'node:async_hooks';
import { Batch } from './batch.js';

describe('a batch', () => {
  it('answers a lone call at once and gathers those that come while one is being answered', async () => {
    const asked: number[][] = [];
    const batch = new Batch(async (questions: number[]) => {
      asked.push(questions);
      await new Promise((resolve) => setImmediate(resolve));
      return questions.map((question) => question * 2);
    });
    const first = batch.load(1);
    await new Promise((resolve) => setImmediate(resolve));
    const others = [2, 3, 4].map((question) => batch.load(question));
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8]);
    expect(asked).toEqual([[1], [2, 3, 4]]);
  });

  it('has as many under way at the same time as it may', async () => {
    const asked: number[][] = [];
    const responses: (() => void)[] = [];
    const batch = new Batch(async (questions: number[]) => {
      asked.push(questions);
      await new Promise<void>((resolve) => responses.push(resolve));
      return questions;
    }, 2);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const input = [batch.load(1)];
    await turn();
    input.push(batch.load(2));
    await turn();
    input.push(batch.load(3), batch.load(4));
    await turn();
    expect(asked).toEqual([[1], [2]]);
    responses[1]!();
    await turn();
    expect(asked).toEqual([[1], [2], [3, 4]]);
    responses.forEach((response) => response());
    expect(await Promise.all(input)).toEqual([1, 2, 3, 4]);
  });

  it('does not let one question spoil the others', async () => {
    const batch = new Batch(async (questions: string[]) => {
      if (questions.includes('bad')) throw new Error('bad');
      return questions;
    });
    const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((question) => batch.load(question)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(batch.load('c')).resolves.toBe('c');
  });

  it('keeps out of the context of the person who asks', async () => {
    const transaction = new AsyncLocalStorage<string>();
    const batch = new Batch(async (questions: string[]) => questions.map(() => transaction.getStore()));
    expect(await transaction.run('mine', () => batch.load('which?'))).toBeUndefined();
  });
});

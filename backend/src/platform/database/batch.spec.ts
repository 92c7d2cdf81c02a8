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
    const first = batch.ask(1);
    await new Promise((resolve) => setImmediate(resolve));
    const others = [2, 3, 4].map((question) => batch.ask(question));
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8]);
    expect(asked).toEqual([[1], [2, 3, 4]]);
  });

  it('has as many under way at the same time as it may', async () => {
    const asked: number[][] = [];
    const answers: (() => void)[] = [];
    const batch = new Batch(async (questions: number[]) => {
      asked.push(questions);
      await new Promise<void>((resolve) => answers.push(resolve));
      return questions;
    }, 2);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const given = [batch.ask(1)];
    await turn();
    given.push(batch.ask(2));
    await turn();
    given.push(batch.ask(3), batch.ask(4));
    await turn();
    expect(asked).toEqual([[1], [2]]);
    answers[1]!();
    await turn();
    expect(asked).toEqual([[1], [2], [3, 4]]);
    answers.forEach((answer) => answer());
    expect(await Promise.all(given)).toEqual([1, 2, 3, 4]);
  });

  it('does not let one question spoil the others', async () => {
    const batch = new Batch(async (questions: string[]) => {
      if (questions.includes('bad')) throw new Error('bad');
      return questions;
    });
    const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((question) => batch.ask(question)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(batch.ask('c')).resolves.toBe('c');
  });

  it('keeps out of the context of whoever asks', async () => {
    const transaction = new AsyncLocalStorage<string>();
    const batch = new Batch(async (questions: string[]) => questions.map(() => transaction.getStore()));
    expect(await transaction.run('mine', () => batch.ask('which?'))).toBeUndefined();
  });
});

import { AsyncLocalStorage } from 'node:async_hooks';

interface Call<Question, Answer> {
  question: Question;
  resolve: (response: Answer) => void;
  reject: (error: unknown) => void;
}

const MAX_SIZE = 200;

/**
 * Gathers the calls that come while others are being answered and answers them together: the busier the process, the fewer round
 * trips. A call that comes alone is answered at once. Answers never run in a caller's transaction.
 */
export class Batch<Question, Answer> {
  private readonly outside = AsyncLocalStorage.snapshot();
  private waiting: Call<Question, Answer>[] = [];
  private running = 0;

  /**
   * `answer` gives one answer for each question, in their order. `atOnce` is how many batches may be under way at the same time:
   * with two, the process has something to do while the database works, but their statements must not wait for each other's rows.
   */
  constructor(
    private readonly response: (questions: Question[]) => Promise<Answer[]>,
    private readonly atOnce = 1,
  ) {}

  /** When a batch fails, each of its questions is asked alone: one that cannot be answered does not spoil the others. */
  load(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (this.running < this.atOnce) {
        this.running += 1;
        setImmediate(() => this.outside(() => void this.run()));
      }
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const calls = this.waiting.splice(0, MAX_SIZE);
      try {
        await this.resolveAll(calls);
      } catch (error) {
        if (calls.length === 1) calls[0]!.reject(error);
        else await Promise.all(calls.map((call) => this.resolveAll([call]).catch(call.reject)));
      }
    }
    this.running -= 1;
  }

  private async resolveAll(calls: Call<Question, Answer>[]): Promise<void> {
    const responses = await this.response(calls.map(({ question }) => question));
    calls.forEach(({ resolve }, index) => resolve(responses[index]!));
  }
}

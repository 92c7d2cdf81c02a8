import { AsyncLocalStorage } from 'node:async_hooks';

interface Call<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

const LARGEST = 200;

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
    private readonly answer: (questions: Question[]) => Promise<Answer[]>,
    private readonly atOnce = 1,
  ) {}

  /** When a batch fails, each of its questions is asked alone: one that cannot be answered does not spoil the others. */
  ask(question: Question): Promise<Answer> {
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
      const calls = this.waiting.splice(0, LARGEST);
      try {
        await this.answerAll(calls);
      } catch (error) {
        if (calls.length === 1) calls[0]!.reject(error);
        else await Promise.all(calls.map((call) => this.answerAll([call]).catch(call.reject)));
      }
    }
    this.running -= 1;
  }

  private async answerAll(calls: Call<Question, Answer>[]): Promise<void> {
    const answers = await this.answer(calls.map(({ question }) => question));
    calls.forEach(({ resolve }, index) => resolve(answers[index]!));
  }
}

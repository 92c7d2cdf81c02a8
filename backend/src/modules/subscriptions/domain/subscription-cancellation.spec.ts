import { isPermanentFailure } from './subscription-cancellation.js';

describe('ending what a deleted account had bought', () => {
  it.each([
    { refused: true, attempt: 4, sinceSeconds: 900_000, hopeless: false },
    { refused: true, attempt: 5, sinceSeconds: 15, hopeless: true },
    { refused: false, attempt: 80, sinceSeconds: 259_199, hopeless: false },
    { refused: false, attempt: 80, sinceSeconds: 259_200, hopeless: true },
  ])('is left to staff: $hopeless, after $attempt tries in $sinceSeconds s (rejected: $refused)', (tries) => {
    expect(isPermanentFailure(tries)).toBe(tries.hopeless);
  });
});

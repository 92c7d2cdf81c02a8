import { isPermanentFailure } from './subscription-cancellation.js';

describe('a failed cancellation for a deleted user', () => {
  it.each([
    { rejected: true, attempt: 4, sinceSeconds: 900_000, permanent: false },
    { rejected: true, attempt: 5, sinceSeconds: 15, permanent: true },
    { rejected: false, attempt: 80, sinceSeconds: 259_199, permanent: false },
    { rejected: false, attempt: 80, sinceSeconds: 259_200, permanent: true },
  ])(
    'is permanent: $permanent, at attempt $attempt after $sinceSeconds s (rejected: $rejected)',
    (failure) => {
      expect(isPermanentFailure(failure)).toBe(failure.permanent);
    },
  );
});

import { delaySeconds } from './password-attempts.js';

describe('the delay after wrong passwords', () => {
  it('grows twofold from one second and never beyond the longest', () => {
    const failures = [-5, -1, 0, 1, 2, 3, 4, 10, 1000];
    expect(failures.map((beyond) => delaySeconds(beyond, 15))).toEqual([0, 0, 1, 2, 4, 8, 15, 15, 15]);
  });
});

import fc from 'fast-check';
import { decideRefresh } from './refresh-decision.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

describe('presenting a refresh token', () => {
  const decide = (counter: number, currentCounter: number, spentAt: Date | null) =>
    decideRefresh({ counter, currentCounter, spentAt }, 10, NOW);

  it('rotates only the current token', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(100), (counter, ahead, age) => {
        const decision = decide(counter, counter + ahead, ahead === 0 ? null : ago(age));
        expect(decision === 'rotate').toBe(ahead === 0);
      }),
    );
  });

  it('returns the current token again for its direct parent, regardless of age', () => {
    expect(decide(6, 7, ago(2_000_000))).toBe('repeat');
  });

  it('reports reuse of an older token after ten seconds', () => {
    expect(decide(5, 7, ago(10))).toBe('repeat');
    expect(decide(5, 7, ago(10.001))).toBe('reuse');
    expect(decide(0, 7, null)).toBe('reuse');
  });
});

import { parseBanDuration } from './ban-duration.js';

describe('parsing a ban duration', () => {
  it.each([
    ['24h', 86_400],
    ['1h30m', 5400],
    ['1.5h', 5400],
    ['90s', 90],
    ['none', 0],
    ['999999999h', 3_155_760_000],
  ])('parses %s as %d seconds', (text, seconds) => {
    expect(parseBanDuration(text)).toBe(seconds);
  });

  it.each(['', 'forever', '24', '-1h', '1d', 'h', '1h ', '1e9h'])('rejects "%s"', (text) => {
    expect(parseBanDuration(text)).toBeUndefined();
  });
});

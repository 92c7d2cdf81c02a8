import { parseByteSize } from './byte-sizes.js';
import { isMimeTypeAllowed, isMimeTypePattern } from './mime-types.js';

describe('byte sizes', () => {
  it.each([
    [1000, 1000],
    ['1000', 1000],
    ['20mb', 20_000_000],
    ['1.5 GB', 1_500_000_000],
    ['10KB', 10_000],
    ['0', 0],
    ['-1', undefined],
    ['mb', undefined],
    ['1mib', undefined],
    ['99999999tb', undefined],
    [null, undefined],
    [Number.NaN, undefined],
    [['1'], undefined],
  ])('%j are %s bytes', (size, bytes) => {
    expect(parseByteSize(size)).toBe(bytes);
  });
});

describe('media types', () => {
  it.each([
    ['image/png', null, true],
    ['image/png', [], true],
    ['IMAGE/PNG', ['image/png'], true],
    ['image/png; q=1', ['image/*'], true],
    ['images/png', ['image/*'], false],
    ['text/html', ['*'], true],
    ['text/html', ['image/png', 'text/plain'], false],
    ['image/*', ['image/*'], false],
    ['nonsense', null, false],
    ['text/html\r\nX: y', null, false],
  ])('%j is allowed by %j: %s', (type, patterns, allowed) => {
    expect(isMimeTypeAllowed(type, patterns)).toBe(allowed);
  });

  it.each([
    ['image/*', true],
    ['*', true],
    ['application/vnd.api+json', true],
    ['image', false],
    ['*/png', false],
    [1, false],
  ])('%j is a pattern: %s', (pattern, valid) => {
    expect(isMimeTypePattern(pattern)).toBe(valid);
  });
});

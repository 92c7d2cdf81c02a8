import { toAttributes, type DescribedFile } from './upload-request.js';

const FILE: DescribedFile = {
  mimeType: 'text/plain',
  cacheControl: undefined,
  contentEncoding: undefined,
  metadata: undefined,
};
const read = (changes: Partial<DescribedFile>, robots?: string) =>
  toAttributes({ ...FILE, ...changes }, robots);

describe('the attributes of an upload', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({
      mimeType: 'text/plain',
      cacheControl: 'no-cache',
      contentEncoding: null,
      robots: null,
      userMetadata: {},
    });
  });

  it.each(['undefined', 'null', 'max-age=undefined', 'max-age=NaN'])(
    'contain the default for Cache-Control %s, which the client did not set',
    (cacheControl) => {
      expect(read({ cacheControl }).cacheControl).toBe('no-cache');
    },
  );

  it.each(['max-age=60, immutable', 'public,max-age=60,stale-while-revalidate="5",'])(
    'keep Cache-Control %s',
    (cacheControl) => {
      expect(read({ cacheControl }).cacheControl).toBe(cacheControl);
    },
  );

  it.each(['one hour', 'max-age=1h', 'max-age=-1', 'max-age', 'public; max-age=1'])(
    'are rejected for Cache-Control %s, which caches would ignore',
    (cacheControl) => {
      expect(() => read({ cacheControl })).toThrow(/^cacheControl must/);
    },
  );

  it.each(['{"a":"\\u0000"}', '[1]', 'nonsense'])('are rejected for the metadata %s', (metadata) => {
    expect(() => read({ metadata })).toThrow(/^metadata/);
  });

  it.each(['text', 'text/', 'text/plain; charset=é'])('are rejected for the content type %s', (mimeType) => {
    expect(() => read({ mimeType })).toThrow('is not supported');
  });

  it.each([
    ['gzip', 'gzip'],
    [' GZIP ', 'gzip'],
    ['identity', null],
    ['', null],
  ])('contain the content encoding %j as %j', (contentEncoding, stored) => {
    expect(read({ contentEncoding }).contentEncoding).toBe(stored);
  });

  it('are rejected for an unknown content encoding', () => {
    expect(() => read({ contentEncoding: 'rot13' })).toThrow('content-encoding must be one of');
  });

  it.each([
    ['all', 'all'],
    ['undefined', null],
    ['null', null],
  ])('contain the robots tag %j as %j', (robots, stored) => {
    expect(read({}, robots).robots).toBe(stored);
  });
});

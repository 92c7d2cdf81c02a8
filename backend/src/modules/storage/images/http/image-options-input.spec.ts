import { describeTransformation, formatImageOptions } from '../../core/image-options.js';
import { imageOptions, parseImageOptions, resolveFormat } from './image-options-input.js';

const parse = (query: string) => imageOptions(Object.fromEntries(new URLSearchParams(query)));

describe('the options of an image', () => {
  it.each([
    ['width=100', 'width:100,resizing_type:fill'],
    ['height=100', 'height:100,resizing_type:fill'],
    ['width=100&height=100', 'height:100,width:100,resizing_type:fill'],
    ['width=100&height=100&resize=contain', 'height:100,width:100,resizing_type:fit'],
    ['width=100&height=100&resize=fill&quality=60', 'height:100,width:100,resizing_type:force,quality:60'],
    ['width=0&quality=20', 'quality:20'],
    ['width=100000', 'width:2000,resizing_type:fill'],
    ['width=&height=', ''],
    ['format=webp', 'format:webp'],
    ['format=origin', ''],
  ])('in the query "%s" are parsed as "%s"', (query, described) => {
    const options = parse(query);
    expect(describeTransformation(options)).toBe(described);
    // Tokens contain them in this format.
    expect(parseImageOptions(formatImageOptions(options))).toEqual(options);
  });

  it.each(['width=-1', 'width=1.5', 'height=abc', 'quality=19', 'quality=101', 'resize=crop', 'format=tiff'])(
    'are rejected: %s',
    (query) => {
      expect(() => parse(query)).toThrow(/ must be /);
    },
  );

  it('are the same with and without the default values', () => {
    const format = (query: string) => formatImageOptions(resolveFormat(parse(query), undefined));
    expect(format('height=0&width=50&resize=cover&format=origin')).toBe(format('width=50'));
  });

  it.each([
    ['', 'image/avif,image/webp,*/*', 'webp'],
    ['', 'image/webp;q=0, */*', 'origin'],
    ['', '*/*', 'origin'],
    ['', undefined, 'origin'],
    ['format=origin', 'image/webp', 'origin'],
    ['format=avif', '*/*', 'avif'],
  ])('%j with Accept %s result in the format %s', (query, accept, format) => {
    expect(resolveFormat(parse(query), accept).format).toBe(format);
  });
});

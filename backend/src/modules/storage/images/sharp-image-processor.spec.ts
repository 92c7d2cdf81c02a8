import sharp from 'sharp';
import { photo, pngBomb } from '../../../../test/support/images.js';
import type { Settings } from '../../../platform/config/settings.js';
import type { ResolvedImageOptions } from '../core/image-options.js';
import { SharpImageProcessor } from './sharp-image-processor.js';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
const HUGE_GIF = '47494638396160ea60ea80000000000000000021f90401000000002c0000000060ea60ea0000024c01003b';
const settings = { storage: { maxImagePixels: 50_000_000 } } as Settings;

describe('transforming an image', () => {
  const processor = new SharpImageProcessor(settings);
  const transform = async (source: Buffer, options: Partial<ResolvedImageOptions> = {}) => {
    const defaults = { width: undefined, height: undefined, quality: undefined };
    const all = { ...defaults, resize: 'cover', format: 'origin', ...options } as const;
    const { bytes, mimeType } = await processor.transform(source, all);
    const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
    return { mimeType, format, width, height, exif, orientation };
  };

  it.each([
    [{ width: 100 }, 100, 50],
    [{ height: 100 }, 200, 100],
    [{ width: 100, height: 100 }, 100, 100],
    [{ width: 100, height: 100, resize: 'contain' }, 100, 50],
    [{ width: 100, height: 100, resize: 'fill', quality: 60 }, 100, 100],
    [{ width: 2000 }, 400, 200],
    [{ quality: 20 }, 400, 200],
  ] as [Partial<ResolvedImageOptions>, number, number][])(
    'of 400 by 200 pixels with %j results in %i by %i',
    async (options, width, height) => {
      expect(await transform(await photo(400, 200), options)).toMatchObject({ width, height });
    },
  );

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('keeps its format: %s', async (format) => {
    const transformed = await transform(await photo(60, 30, format), { width: 30 });
    expect(transformed).toMatchObject({ mimeType: `image/${format}`, width: 30, height: 15 });
  });

  it.each(['webp', 'avif'] as const)('converts it to %s', async (format) => {
    const transformed = await transform(await photo(64, 32), { format });
    expect(transformed).toEqual(await transform(await photo(64, 32, format)));
    expect(transformed.mimeType).toBe(`image/${format}`);
  });

  it('turns it upright and removes its metadata', async () => {
    const rotated = await sharp(await photo(60, 30))
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await transform(rotated, { width: 15 })).toEqual({
      mimeType: 'image/jpeg',
      format: 'jpeg',
      width: 15,
      height: 30,
      exif: undefined,
      orientation: undefined,
    });
  });

  const tiff = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer();
  const cases: [string, () => Promise<Buffer> | Buffer, string][] = [
    ['SVG', () => Buffer.from(SVG), 'InvalidMimeType'],
    ['SVG with an XML declaration', () => Buffer.from(`<?xml version="1.0"?>${SVG}`), 'InvalidMimeType'],
    ['PDF', () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'), 'InvalidMimeType'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'InvalidMimeType'],
    ['TIFF', tiff, 'InvalidMimeType'],
    ['a portable pixmap', () => Buffer.from('P6 1 1 255 abc'), 'InvalidMimeType'],
    ['random bytes', () => Buffer.from('4f6e6365207570', 'hex'), 'InvalidMimeType'],
    ['no bytes', () => Buffer.alloc(0), 'InvalidMimeType'],
    ['a decompression bomb', () => pngBomb(8000, 8000), 'EntityTooLarge'],
    ['a PNG that claims to be huge', () => pngBomb(100_000, 100_000, 1), 'EntityTooLarge'],
    ['a GIF that claims to be huge', () => Buffer.from(HUGE_GIF, 'hex'), 'EntityTooLarge'],
    ['a truncated JPEG', async () => (await photo(300, 300)).subarray(0, 5000), 'InvalidRequest'],
    ['a truncated PNG', async () => (await photo(300, 300, 'png')).subarray(0, 5000), 'InvalidRequest'],
    ['a truncated WebP', async () => (await photo(300, 300, 'webp')).subarray(0, 2000), 'InvalidRequest'],
    ['the first bytes of a JPEG', async () => (await photo(300, 300)).subarray(0, 20), 'InvalidRequest'],
  ];

  it.each(cases)('fails for a hostile file: %s', async (_kind, create, code) => {
    await expect(transform(await create(), { width: 10 })).rejects.toMatchObject({ code });
  });
});

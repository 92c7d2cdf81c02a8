import { Injectable } from '@nestjs/common';
import type { Sharp } from 'sharp';
import { Settings } from '../../../platform/config/settings.js';
import type { ImageFormat, ResizeMode, ResolvedImageOptions } from '../core/image-options.js';
import { DamagedImageError, ImageNotSupportedError, ImageTooLargeError } from '../core/storage-errors.js';
import { ImageProcessor, type TransformedImage } from './image-processor.port.js';

const TIMEOUT_SECONDS = 10;
const DEFAULT_QUALITY = 80;
/** AVIF takes about ten times as long with the library's default. */
const AVIF_EFFORT = 2;
const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const satisfies Record<
  ResizeMode,
  string
>;

type InputFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';
/** Formats of the input by the library's name. The only AVIF-like input that it is built for is AVIF itself. */
const INPUT_FORMATS: Readonly<Record<string, InputFormat>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
  avif: 'avif',
};
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`);

type SharpLibrary = typeof import('sharp');

/** sharp, loaded with the first image, so that other processes don't pay for it. All decoders but those needed are blocked. */
@Injectable()
export class SharpImageProcessor extends ImageProcessor {
  private library: Promise<SharpLibrary['default']> | undefined;

  constructor(private readonly settings: Settings) {
    super();
  }

  override async transform(bytes: Buffer, options: ResolvedImageOptions): Promise<TransformedImage> {
    if (bytes.length === 0) throw new ImageNotSupportedError();
    this.library ??= loadLibrary();
    const sharp = await this.library;
    try {
      const image = sharp(bytes, {
        autoOrient: true,
        failOn: 'error',
        limitInputPixels: this.settings.storage.maxImagePixels,
      });
      const { format } = await image.metadata();
      const input = INPUT_FORMATS[format];
      if (!input) throw new ImageNotSupportedError();
      const { width, height, resize, quality } = options;
      if (width || height) image.resize({ width, height, fit: FITS[resize], withoutEnlargement: true });
      const output = encode(image, outputFormat(options.format, input), quality ?? DEFAULT_QUALITY);
      const encoded = await output.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
      return { bytes: encoded, mimeType: `image/${outputFormat(options.format, input)}` };
    } catch (error) {
      throw imageError(error);
    }
  }
}

async function loadLibrary(): Promise<SharpLibrary['default']> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // One thread for each image: callers limit how many are processed at once. Nothing is processed twice.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

function outputFormat(wanted: ImageFormat, input: InputFormat): InputFormat {
  return wanted === 'origin' ? input : wanted;
}

function encode(image: Sharp, format: InputFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality });
    case 'webp':
      return image.webp({ quality });
    case 'avif':
      return image.avif({ quality, effort: AVIF_EFFORT });
    case 'png':
      return image.png();
    case 'gif':
      return image.gif();
  }
}

/** The library has no error codes. */
function imageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ImageNotSupportedError) return error;
  if (/unsupported image format|no known loader|operation is blocked/i.test(error.message))
    return new ImageNotSupportedError(error);
  if (/pixel limit|^timeout/i.test(error.message)) return new ImageTooLargeError(error);
  return new DamagedImageError(error);
}

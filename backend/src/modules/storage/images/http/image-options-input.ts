import {
  IMAGE_FORMATS,
  MAX_DIMENSION,
  MAX_QUALITY,
  MIN_QUALITY,
  RESIZE_MODES,
  type ImageFormat,
  type ImageOptions,
  type ResolvedImageOptions,
} from '../../core/image-options.js';
import { choice, optionalInteger, type StorageInput } from '../../protocol/storage-input.js';

/** Options from a query or a body. Dimensions that are too large are reduced to the largest allowed one. */
export function imageOptions(input: StorageInput): ImageOptions {
  return {
    width: dimension(input, 'width'),
    height: dimension(input, 'height'),
    resize: choice(input, 'resize', RESIZE_MODES, 'cover'),
    quality: optionalInteger(input, 'quality', { min: MIN_QUALITY, max: MAX_QUALITY }),
    format: input.format == null ? undefined : choice<ImageFormat>(input, 'format', IMAGE_FORMATS, 'origin'),
  };
}

/** Reverses `formatImageOptions`, for options in a token. */
export function parseImageOptions(text: string): ImageOptions {
  return imageOptions(Object.fromEntries(text.split(',').map((part) => part.split(':', 2))));
}

/** Decides the format by what the client accepts. */
export function resolveFormat(options: ImageOptions, accept: string | undefined): ResolvedImageOptions {
  const acceptsWebp = /\bimage\/webp\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept ?? '');
  return { ...options, format: options.format ?? (acceptsWebp ? 'webp' : 'origin') };
}

/** Zero means that the dimension is not given. */
function dimension(input: StorageInput, field: string): number | undefined {
  const value = optionalInteger(input, field, { min: 0 });
  return value ? Math.min(value, MAX_DIMENSION) : undefined;
}

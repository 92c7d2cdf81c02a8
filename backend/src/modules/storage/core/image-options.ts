export const RESIZE_MODES = ['cover', 'contain', 'fill'] as const;
/** `cover` crops to the given shape, `contain` keeps the whole image, `fill` distorts it. */
export type ResizeMode = (typeof RESIZE_MODES)[number];

export const IMAGE_FORMATS = ['origin', 'avif', 'webp'] as const;
/** `origin` keeps the format of the source. */
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export const MAX_DIMENSION = 2000;
export const MIN_QUALITY = 20;
export const MAX_QUALITY = 100;

/** How to transform an image. Images are never enlarged. */
export interface ImageOptions {
  width: number | undefined;
  height: number | undefined;
  resize: ResizeMode;
  quality: number | undefined;
  /** Undefined: WebP if the client accepts it. */
  format: ImageFormat | undefined;
}

/** Options whose format is decided. */
export type ResolvedImageOptions = ImageOptions & { format: ImageFormat };

/** The same text for the same options, in the protocol's notation: `height:200,width:200,resize:cover,quality:60`. */
export function formatImageOptions({ width, height, resize, quality, format }: ImageOptions): string {
  return joined({
    height,
    width,
    resize: width || height ? resize : undefined,
    quality,
    format,
  });
}

const RESIZING_TYPES: Record<ResizeMode, string> = { cover: 'fill', contain: 'fit', fill: 'force' };

/** The value of `X-Transformations`, where the modes have other names. */
export function describeTransformation({ width, height, resize, quality, format }: ImageOptions): string {
  return joined({
    height,
    width,
    resizing_type: width || height ? RESIZING_TYPES[resize] : undefined,
    quality,
    format: format === 'origin' ? undefined : format,
  });
}

/** Every cached image is found by this text: a loop takes a fraction of the time of a chain of arrays. */
function joined(parts: Record<string, string | number | undefined>): string {
  let text = '';
  for (const name in parts) {
    if (parts[name] === undefined) continue;
    text += `${text === '' ? '' : ','}${name}:${parts[name]}`;
  }
  return text;
}

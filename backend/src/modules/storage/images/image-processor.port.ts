import type { ResolvedImageOptions } from '../core/image-options.js';

export interface TransformedImage {
  bytes: Buffer;
  mimeType: string;
}

/** Decodes, resizes and encodes images. Files are untrusted: the type is decided by the bytes, and size and time are limited. */
export abstract class ImageProcessor {
  /** Throws `ImageNotSupportedError`, `DamagedImageError` or `ImageTooLargeError`. The result has no metadata of the source. */
  abstract transform(bytes: Buffer, options: ResolvedImageOptions): Promise<TransformedImage>;
}

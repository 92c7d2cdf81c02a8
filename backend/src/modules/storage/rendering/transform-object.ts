import { Injectable } from '@nestjs/common';
import { ConcurrencyLimiter } from '../../../platform/concurrency-limiter.js';
import { Settings } from '../../../platform/config/settings.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { FileMissingError, StorageBackend } from '../backends/storage-backend.port.js';
import type { ResolvedImageOptions } from '../core/image-options.js';
import { ImageTooLargeError } from '../core/storage-errors.js';
import { versionKey } from '../core/version-keys.js';
import { ImageProcessor, type TransformedImage } from '../images/image-processor.port.js';
import type { StoredObject } from '../objects/objects.repository.js';

/** Files with more bytes are not transformed. */
const MAX_SOURCE_BYTES = 25_000_000;
/** Clients time out soon after this. */
const MAX_WAIT_MS = 10_000;

/** Reads the image of an object and transforms it; a few at a time, because each takes a core and a lot of memory. */
@Injectable()
export class TransformObject {
  private readonly limiter: ConcurrencyLimiter;
  /** One per image being transformed. Reused, because collecting new ones would take as much time as the images. */
  private readonly buffers: Buffer[] = [];

  constructor(
    private readonly backend: StorageBackend,
    private readonly processor: ImageProcessor,
    settings: Settings,
    metrics: Metrics,
  ) {
    const limiter = new ConcurrencyLimiter(
      settings.storage.imageConcurrency,
      MAX_WAIT_MS,
      'Too many images are being transformed. Please try again in a moment.',
    );
    this.limiter = limiter;
    metrics.gauge(
      'storage_images_waiting',
      'Requests waiting for an image to be transformed.',
      [],
      async (gauge) => gauge.set(limiter.waitingCount),
    );
  }

  /**
   * Undefined if the bytes no longer exist. Throws `ImageNotSupportedError`, `DamagedImageError`, `ImageTooLargeError`, or
   * `service_unavailable` under load.
   */
  async transform(
    object: StoredObject,
    options: ResolvedImageOptions,
  ): Promise<TransformedImage | undefined> {
    if (object.size > MAX_SOURCE_BYTES) throw new ImageTooLargeError();
    return this.limiter.run(async () => {
      const buffer = this.bufferFor(object.size);
      try {
        const source = await this.backend.readInto(versionKey(object), buffer);
        return await this.processor.transform(source, options);
      } catch (error) {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      } finally {
        this.buffers.push(buffer);
      }
    });
  }

  private bufferFor(bytes: number): Buffer {
    const free = this.buffers.pop();
    return free && free.length >= bytes ? free : Buffer.allocUnsafeSlow(bytes);
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { formatImageOptions, type ResolvedImageOptions } from '../core/image-options.js';
import { ImageVariantsRepository, type ImageVariant } from '../images/image-variants.repository.js';
import type { DownloadedObject } from '../objects/find-object.js';
import type { ServedFile } from '../objects/read-object.js';
import { StoreVariant } from './store-variant.js';
import { TransformObject } from './transform-object.js';

/** Transforms images of objects, and keeps the results until the object is replaced or removed. */
@Injectable()
export class RenderImage {
  private readonly inProgress = new Map<string, Promise<ImageVariant | undefined>>();

  constructor(
    private readonly variants: ImageVariantsRepository,
    private readonly transformObject: TransformObject,
    private readonly storeVariant: StoreVariant,
    private readonly database: Database,
  ) {}

  /**
   * Undefined if the object was replaced or removed in the meantime. `missing` is a variant whose bytes no longer exist: it is
   * created again. Throws what {@link TransformObject.transform} throws.
   */
  async render(
    object: DownloadedObject,
    options: ResolvedImageOptions,
    missing?: string,
  ): Promise<ServedFile | undefined> {
    if (object.variant && object.variant.id !== missing) return served(object, object.variant);
    const text = formatImageOptions(options);
    const existing = await this.variants.find(object.version, text);
    if (existing && existing.id !== missing) return served(object, existing);
    const created = await this.once(`${object.version} ${text}`, async () => {
      if (existing) await this.database.transaction(() => this.variants.delete([existing.id]));
      const image = await this.transformObject.transform(object, options);
      return image && this.storeVariant.store(object, text, image);
    });
    return created && served(object, created);
  }

  /** Concurrent requests for the same image share one transformation. */
  private once(key: string, work: () => Promise<ImageVariant | undefined>) {
    const running = this.inProgress.get(key) ?? work().finally(() => this.inProgress.delete(key));
    this.inProgress.set(key, running);
    return running;
  }
}

function served(
  object: DownloadedObject,
  { id, size, mimeType, etag }: Pick<ImageVariant, 'id' | 'size' | 'mimeType' | 'etag'>,
): ServedFile {
  const { bucketId, name, version, cacheControl, robots, updatedAt, isPublic } = object;
  const inherited = { bucketId, name, version, cacheControl, robots, updatedAt, isPublic };
  return { ...inherited, variantId: id, size, mimeType, etag, contentEncoding: null };
}

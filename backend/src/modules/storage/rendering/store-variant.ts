import { Injectable } from '@nestjs/common';
import { v4 as randomId } from 'uuid';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { Checksum } from '../core/checksum.js';
import { versionKey, type ObjectVersion, type StoredVersion } from '../core/version-keys.js';
import type { TransformedImage } from '../images/image-processor.port.js';
import { ImageVariantsRepository, type ImageVariant } from '../images/image-variants.repository.js';
import { DiscardVersions } from '../objects/discard-versions.js';
import { ObjectsRepository } from '../objects/objects.repository.js';

/** Keeps anyone from filling the storage by requesting every size. A new image replaces the oldest one. */
const MAX_VARIANTS = 30;

/** Stores transformed images of an object's version. */
@Injectable()
export class StoreVariant {
  constructor(
    private readonly backend: StorageBackend,
    private readonly variants: ImageVariantsRepository,
    private readonly objects: ObjectsRepository,
    private readonly discardVersions: DiscardVersions,
    private readonly database: Database,
    private readonly clock: RealClock,
  ) {}

  /** `options` as text. Undefined if the object no longer has this version. */
  async store(
    { bucketId, name, version }: ObjectVersion,
    options: string,
    image: TransformedImage,
  ): Promise<ImageVariant | undefined> {
    const file: StoredVersion = { bucketId, name, version, variantId: randomId() };
    try {
      await this.backend.write(versionKey(file), chunks(image.bytes));
      const stored = await this.database.transaction(() => this.insert(file, options, image));
      if (stored?.id !== file.variantId) await this.discardVersions.discardAfterFailure(file);
      return stored;
    } catch (error) {
      await this.discardVersions.discardAfterFailure(file);
      throw error;
    }
  }

  /** Another process may have stored the same image in the meantime: it is returned instead. */
  private async insert(
    file: StoredVersion,
    options: string,
    { bytes, mimeType }: TransformedImage,
  ): Promise<ImageVariant | undefined> {
    const { version } = file;
    if (!(await this.objects.lockVersion(version))) return undefined;
    const others = await this.variants.findByVersion(version);
    const same = others.find((variant) => variant.options === options);
    if (same) return same;
    const evicted = others.slice(0, Math.max(0, others.length + 1 - MAX_VARIANTS)).map(({ id }) => id);
    if (evicted.length > 0) {
      await this.variants.delete(evicted);
      await this.discardVersions.discardFiles(evicted.map((variantId) => ({ ...file, variantId })));
    }
    const { etag } = new Checksum().update(bytes);
    const createdAt = this.clock.now();
    const variant = { id: file.variantId!, version, options, size: bytes.length, mimeType, etag, createdAt };
    await this.variants.insert(variant);
    return variant;
  }
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

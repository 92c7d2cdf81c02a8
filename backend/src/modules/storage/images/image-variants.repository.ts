import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { deleteReturning } from '../../../platform/database/delete-returning.js';
import { ImageVariantEntity } from './image-variant.entity.js';

export type ImageVariant = ImageVariantEntity;

/** Transformed images of the current versions of objects. */
@Injectable()
export class ImageVariantsRepository {
  constructor(private readonly database: Database) {}

  find(version: string, options: string): Promise<ImageVariant | null> {
    return this.database.em.findOne(ImageVariantEntity, { version, options });
  }

  /** Oldest first. */
  findByVersion(version: string): Promise<ImageVariant[]> {
    return this.database.em.find(
      ImageVariantEntity,
      { version },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );
  }

  async insert(variant: ImageVariant): Promise<void> {
    await this.database.em.insert(ImageVariantEntity, variant);
  }

  /** Deletes the rows and returns them; the caller deletes their bytes. */
  deleteByVersions(versions: readonly string[]): Promise<ImageVariant[]> {
    return deleteReturning(this.database.em, ImageVariantEntity, { version: { $in: [...versions] } });
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.database.em.nativeDelete(ImageVariantEntity, { id: { $in: [...ids] } });
  }

  /** The subset of these IDs that exist. */
  async existing(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.em.find(ImageVariantEntity, { id: { $in: [...ids] } });
    return new Set(rows.map(({ id }) => id));
  }
}

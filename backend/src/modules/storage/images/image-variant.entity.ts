import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const ImageVariantSchema = defineEntity({
  name: 'StorageImageVariant',
  tableName: 'storage_image_variants',
  properties: {
    /** Part of the key of its bytes. */
    id: p.uuid().primary(),
    /** Version of the source object. */
    version: p.uuid(),
    /** As written by `formatImageOptions`. */
    options: p.text(),
    /** In bytes. */
    size: p.integer(),
    mimeType: p.text(),
    /** Size and CRC-32 of the bytes, quoted as in the header. Rows written by earlier versions have their SHA-256. */
    etag: p.text(),
    createdAt: timestamp(),
  },
  uniques: [{ properties: ['version', 'options'] }],
});

/** A transformed image, kept so that it isn't transformed again. */
export class ImageVariantEntity extends ImageVariantSchema.class {}
ImageVariantSchema.setClass(ImageVariantEntity);

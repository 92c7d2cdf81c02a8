import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  IMAGE_FORMATS,
  MAX_DIMENSION,
  MAX_QUALITY,
  MIN_QUALITY,
  RESIZE_MODES,
} from '../../core/image-options.js';
import type { StoredObject } from '../find-object.js';
import type { EntryRow, ObjectRow } from '../list-objects.js';

const TIME = { format: 'date-time', example: '2026-11-22T10:00:00.000Z' };
const ID = { format: 'uuid' };
const NAME = { example: 'folder/photo.png', maxLength: 840 };
const anything = { type: Object, additionalProperties: true };

/** System metadata of an object. */
export class ObjectMetadataDocument {
  @ApiProperty({ example: '"8d7f-352441c2"' })
  eTag: string;
  @ApiProperty({ type: 'integer' })
  size: number;
  @ApiProperty({ example: 'image/png' })
  mimetype: string;
  @ApiProperty({ example: 'max-age=3600' })
  cacheControl: string;
  @ApiProperty(TIME)
  lastModified: string;
  @ApiProperty({ type: 'integer' })
  contentLength: number;
  @ApiProperty({ type: 'integer', example: 200 })
  httpStatusCode: number;
}

export class UploadedDocument {
  @ApiProperty(ID)
  Id: string;
  @ApiProperty({ example: 'avatars/folder/photo.png' })
  Key: string;
}

export class SignedUploadDocument {
  @ApiProperty({ example: 'avatars/folder/photo.png' })
  Key: string;
}

@ApiExtraModels(ObjectMetadataDocument)
export class ListedObjectDocument {
  @ApiProperty(NAME)
  name: string;
  @ApiProperty({ ...ID, type: String, nullable: true })
  id: string | null;
  @ApiProperty({ ...TIME, type: String, nullable: true })
  updated_at: string | null;
  @ApiProperty({ ...TIME, type: String, nullable: true })
  created_at: string | null;
  @ApiProperty({ ...TIME, type: String, nullable: true })
  last_accessed_at: string | null;
  @ApiProperty({
    oneOf: [
      { $ref: getSchemaPath(ObjectMetadataDocument) },
      { type: 'object', nullable: true, enum: [null] },
    ],
    description: 'Null for a folder.',
  })
  metadata: ObjectMetadataDocument | null;
}

export class ObjectDocument {
  @ApiProperty(NAME)
  name: string;
  @ApiProperty(ID)
  id: string;
  @ApiProperty({ example: 'avatars' })
  bucket_id: string;
  @ApiProperty({ example: '', description: 'ID of the user who uploaded it; empty for the service role.' })
  owner: string;
  @ApiProperty(ID)
  version: string;
  @ApiProperty(TIME)
  created_at: string;
  @ApiProperty(TIME)
  updated_at: string;
  @ApiProperty(TIME)
  last_accessed_at: string;
  @ApiProperty()
  metadata: ObjectMetadataDocument;
  @ApiProperty(anything)
  user_metadata: Record<string, unknown>;
}

export class CopiedDocument extends ObjectDocument {
  @ApiProperty(ID)
  Id: string;
  @ApiProperty({ example: 'avatars/folder/photo.png' })
  Key: string;
}

export class MovedDocument extends UploadedDocument {
  @ApiProperty({ example: 'Successfully moved' })
  message: string;
}

export class ObjectInfoDocument {
  @ApiProperty(ID)
  id: string;
  @ApiProperty(NAME)
  name: string;
  @ApiProperty(ID)
  version: string;
  @ApiProperty({ example: 'avatars' })
  bucket_id: string;
  @ApiProperty({ type: 'integer' })
  size: number;
  @ApiProperty({ example: 'image/png' })
  content_type: string;
  @ApiProperty({ type: String, nullable: true, example: 'gzip' })
  content_encoding: string | null;
  @ApiProperty({ example: 'max-age=3600' })
  cache_control: string;
  @ApiProperty({ example: '"8d7f-352441c2"' })
  etag: string;
  @ApiProperty({ ...anything, description: "The uploader's own metadata." })
  metadata: Record<string, unknown>;
  @ApiProperty(TIME)
  last_modified: string;
  @ApiProperty(TIME)
  created_at: string;
}

class SortBody {
  @ApiProperty({ required: false, enum: ['name', 'updated_at', 'created_at', 'last_accessed_at'] })
  column?: string;
  @ApiProperty({ required: false, enum: ['asc', 'desc'] })
  order?: string;
}

export class ListBody {
  @ApiProperty({
    required: false,
    example: 'folder',
    maxLength: 1024,
    description: 'A folder; empty for the root.',
  })
  prefix?: string;
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 10_000, default: 100 })
  limit?: number;
  @ApiProperty({ required: false, type: 'integer', minimum: 0, maximum: 10_000_000, default: 0 })
  offset?: number;
  @ApiProperty({ required: false })
  sortBy?: SortBody;
  @ApiProperty({ required: false, example: 'photo', maxLength: 1024, description: 'Beginning of a name.' })
  search?: string;
}

export class ListPageBody {
  @ApiProperty({ required: false, example: 'folder/', maxLength: 1024 })
  prefix?: string;
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 1000, default: 1000 })
  limit?: number;
  @ApiProperty({ required: false, example: 'eyJ…', maxLength: 4096 })
  cursor?: string;
  @ApiProperty({ required: false, description: 'Groups names below the next slash into folders.' })
  with_delimiter?: boolean;
  @ApiProperty({ required: false })
  sortBy?: SortBody;
}

class FolderDocument {
  @ApiProperty({ example: 'folder' })
  key: string;
  @ApiProperty({ example: 'folder/' })
  name: string;
}

class ListPageObjectDocument extends ListedObjectDocument {
  @ApiProperty(NAME)
  key: string;
}

export class ListPageDocument {
  @ApiProperty()
  hasNext: boolean;
  @ApiProperty({ required: false })
  nextCursor?: string;
  @ApiProperty({ required: false })
  nextCursorKey?: string;
  @ApiProperty({ type: [FolderDocument] })
  folders: FolderDocument[];
  @ApiProperty({ type: [ListPageObjectDocument] })
  objects: ListPageObjectDocument[];
}

export class RemoveBody {
  @ApiProperty({
    type: [String],
    maxItems: 1000,
    example: ['folder/photo.png'],
    description: 'Names of objects.',
  })
  prefixes: string[];
}

export class CopyMetadataBody {
  @ApiProperty({ required: false, example: 'max-age=3600', maxLength: 255 })
  cacheControl?: string;
  @ApiProperty({ required: false, example: 'image/png', maxLength: 255 })
  mimetype?: string;
  @ApiProperty({
    required: false,
    example: 'gzip',
    maxLength: 255,
    description: "Encoding of the source's bytes, which are copied as they are. Empty for none.",
  })
  contentEncoding?: string;
}

export class MoveBody {
  @ApiProperty({ example: 'avatars', maxLength: 100 })
  bucketId: string;
  @ApiProperty(NAME)
  sourceKey: string;
  @ApiProperty(NAME)
  destinationKey: string;
  @ApiProperty({ required: false, example: 'avatars', maxLength: 100 })
  destinationBucket?: string;
}

export class CopyBody extends MoveBody {
  @ApiProperty({
    required: false,
    default: true,
    description: "Whether the copy keeps the source's metadata, including user metadata.",
  })
  copyMetadata?: boolean;
  @ApiProperty({
    required: false,
    description:
      "With `copyMetadata: false`, replaces the source's values. Fields that are left out keep them.",
  })
  metadata?: CopyMetadataBody;
}

const EXPIRES_IN = {
  type: 'integer' as const,
  minimum: 1,
  maximum: 315_360_000,
  example: 3600,
  description: 'Seconds.',
};

export class SignManyBody {
  @ApiProperty(EXPIRES_IN)
  expiresIn: number;
  @ApiProperty({ type: [String], maxItems: 1000, example: ['folder/photo.png'] })
  paths: string[];
}

class TransformBody {
  @ApiProperty({ required: false, type: 'integer', minimum: 0, maximum: MAX_DIMENSION, example: 256 })
  width?: number;
  @ApiProperty({ required: false, type: 'integer', minimum: 0, maximum: MAX_DIMENSION, example: 256 })
  height?: number;
  @ApiProperty({ required: false, enum: RESIZE_MODES })
  resize?: string;
  @ApiProperty({ required: false, type: 'integer', minimum: MIN_QUALITY, maximum: MAX_QUALITY })
  quality?: number;
  @ApiProperty({ required: false, enum: IMAGE_FORMATS })
  format?: string;
}

export class SignBody {
  @ApiProperty(EXPIRES_IN)
  expiresIn: number;
  @ApiProperty({ required: false, description: 'The URL is for an image transformed like this.' })
  transform?: TransformBody;
}

export class SignedUrlDocument {
  @ApiProperty({ example: '/object/sign/avatars/folder/photo.png?token=…' })
  signedURL: string;
}

export class SignedPathDocument {
  @ApiProperty({ type: String, nullable: true })
  error: string | null;
  @ApiProperty(NAME)
  path: string;
  @ApiProperty({ type: String, nullable: true })
  signedURL: string | null;
}

export class UploadUrlDocument {
  @ApiProperty({ example: '/object/upload/sign/avatars/folder/photo.png?token=…' })
  url: string;
  @ApiProperty()
  token: string;
}

function toMetadata(
  object: Pick<StoredObject, 'etag' | 'mimeType' | 'cacheControl' | 'updatedAt'> & { size: number | string },
): ObjectMetadataDocument {
  const size = Number(object.size);
  return {
    eTag: object.etag,
    size,
    mimetype: object.mimeType,
    cacheControl: object.cacheControl,
    lastModified: object.updatedAt.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

export function toObjectDocument(object: StoredObject): ObjectDocument {
  return {
    name: object.name,
    id: object.id,
    bucket_id: object.bucketId,
    owner: object.ownerId ?? '',
    version: object.version,
    ...toTimes(object),
    metadata: toMetadata(object),
    user_metadata: object.userMetadata,
  };
}

/** Names are relative to the folder. */
export function toListedDocument(entry: EntryRow, folder: string): ListedObjectDocument {
  const name = entry.name.slice(folder.length);
  if (entry.isFolder) {
    const nothing = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };
    return { name: name.slice(0, -1), ...nothing };
  }
  return { name, id: entry.id, ...toTimes(entry), metadata: toMetadata(entry) };
}

/** Accesses are not recorded; the protocol's field has the time of the last change. */
function toTimes({ createdAt, updatedAt }: Pick<ObjectRow, 'createdAt' | 'updatedAt'>) {
  return {
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    last_accessed_at: updatedAt.toISOString(),
  };
}

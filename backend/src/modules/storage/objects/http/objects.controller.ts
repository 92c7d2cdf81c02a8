import { Body, Delete, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { StorageCaller } from '../../buckets/access-policy.js';
import { MessageDocument } from '../../buckets/http/bucket-documents.js';
import { CurrentStorageCaller, OptionalToken } from '../../protocol/storage-caller.guard.js';
import { BucketParam, PathParam, StorageErrors } from '../../protocol/storage-documentation.js';
import type { StorageInput } from '../../protocol/storage-input.js';
import { ObjectName, StorageController } from '../../protocol/storage-routes.js';
import { CopyObject } from '../copy-object.js';
import { FindObject } from '../find-object.js';
import { ListObjects } from '../list-objects.js';
import { MoveObject } from '../move-object.js';
import { RemoveObjects } from '../remove-objects.js';
import {
  CopiedDocument,
  CopyBody,
  ListBody,
  ListedObjectDocument,
  ListPageBody,
  ListPageDocument,
  MoveBody,
  MovedDocument,
  ObjectDocument,
  ObjectInfoDocument,
  RemoveBody,
  toListedDocument,
  toObjectDocument,
} from './object-documents.js';
import {
  assertCurrentVersion,
  copyOverrides,
  folderRequest,
  pageRequest,
  removedNames,
  transfer,
} from './object-input.js';
import { parseUserMetadata } from './upload-request.js';

const WRITE_ERRORS = [
  'NoSuchBucket',
  'NoSuchKey',
  'InvalidKey',
  'InvalidMimeType',
  'MissingParameter',
  'NotSupported',
];

/** Everything about objects but their bytes. */
@StorageController()
@ApiBearerAuth('session')
export class ObjectsController {
  constructor(
    private readonly findObject: FindObject,
    private readonly listObjects: ListObjects,
    private readonly moveObject: MoveObject,
    private readonly copyObject: CopyObject,
    private readonly removeObjects: RemoveObjects,
  ) {}

  @Post('object/list/:bucket')
  @HttpCode(200)
  @BucketParam()
  @ApiOperation({ summary: 'List the contents of a folder' })
  @ApiBody({ type: ListBody })
  @ApiOkResponse({ type: [ListedObjectDocument] })
  @StorageErrors(['NoSuchBucket'])
  async list(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @Body() body: unknown,
  ): Promise<ListedObjectDocument[]> {
    const request = folderRequest(body);
    const entries = await this.listObjects.listFolder(bucket, caller, request);
    return entries.map((entry) => toListedDocument(entry, request.folder));
  }

  @Post('object/list-v2/:bucket')
  @HttpCode(200)
  @BucketParam()
  @ApiOperation({ summary: 'List objects page by page', description: 'The cursor includes the order.' })
  @ApiBody({ type: ListPageBody })
  @ApiOkResponse({ type: ListPageDocument })
  @StorageErrors(['NoSuchBucket'])
  async listPage(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @Body() body: unknown,
  ): Promise<ListPageDocument> {
    const page = await this.listObjects.listPage(bucket, caller, pageRequest(body));
    const folders = page.entries.filter(({ isFolder }) => isFolder);
    const objects = page.entries.filter(({ isFolder }) => !isFolder);
    return {
      hasNext: page.nextCursor !== undefined,
      nextCursor: page.nextCursor,
      nextCursorKey: page.nextCursorKey,
      folders: folders.map(({ name }) => ({ key: name.slice(0, -1), name })),
      objects: objects.map((object) => ({ key: object.name, ...toListedDocument(object, '') })),
    };
  }

  @Post('object/move')
  @HttpCode(200)
  @ApiOperation({ summary: 'Move an object to another name or bucket' })
  @ApiBody({ type: MoveBody })
  @ApiOkResponse({ type: MovedDocument })
  @StorageErrors([...WRITE_ERRORS, 'KeyAlreadyExists', 'ResourceAlreadyExists'])
  async move(@CurrentStorageCaller() caller: StorageCaller, @Body() body: unknown): Promise<MovedDocument> {
    const { from, to } = transfer(body);
    const moved = await this.moveObject.move(caller, from, to);
    return { message: 'Successfully moved', Id: moved.id, Key: `${moved.bucketId}/${moved.name}` };
  }

  @Post('object/copy')
  @HttpCode(200)
  @ApiOperation({ summary: 'Copy an object to another name or bucket' })
  @ApiHeader({ name: 'x-upsert', required: false, schema: { type: 'string', enum: ['true', 'false'] } })
  @ApiHeader({
    name: 'x-metadata',
    required: false,
    schema: { type: 'string' },
    description: 'JSON in base64.',
  })
  @ApiBody({ type: CopyBody })
  @ApiOkResponse({ type: CopiedDocument })
  @StorageErrors([...WRITE_ERRORS, 'ResourceAlreadyExists'])
  async copy(
    @CurrentStorageCaller() caller: StorageCaller,
    @Headers('x-upsert') upsert: string | undefined,
    @Headers('x-metadata') metadata: string | undefined,
    @Body() body: unknown,
  ): Promise<CopiedDocument> {
    const { from, to } = transfer(body);
    const overrides = {
      ...copyOverrides(body),
      ...(metadata ? { userMetadata: parseUserMetadata(Buffer.from(metadata, 'base64').toString()) } : {}),
    };
    const copied = await this.copyObject.copy(caller, from, to, { upsert: upsert === 'true', overrides });
    return { Id: copied.id, Key: `${copied.bucketId}/${copied.name}`, ...toObjectDocument(copied) };
  }

  @Get('object/info/:bucket/*path')
  @OptionalToken()
  @BucketParam()
  @PathParam()
  @ApiOperation({ summary: "Retrieve an object's metadata" })
  @ApiOkResponse({ type: ObjectInfoDocument })
  @StorageErrors(['NoSuchBucket', 'NoSuchKey', 'InvalidKey', 'NotSupported'])
  async info(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Query() query: StorageInput,
  ): Promise<ObjectInfoDocument> {
    assertCurrentVersion(query);
    const object = await this.findObject.downloadable({ bucketId: bucket, name }, caller);
    return {
      id: object.id,
      name: object.name,
      version: object.version,
      bucket_id: object.bucketId,
      size: object.size,
      content_type: object.mimeType,
      content_encoding: object.contentEncoding,
      cache_control: object.cacheControl,
      etag: object.etag,
      metadata: object.userMetadata,
      last_modified: object.updatedAt.toISOString(),
      created_at: object.createdAt.toISOString(),
    };
  }

  @Delete('object/:bucket')
  @BucketParam()
  @ApiOperation({
    summary: 'Remove objects',
    description: 'Returns those removed; objects that are missing or not allowed are left out.',
  })
  @ApiBody({ type: RemoveBody })
  @ApiOkResponse({ type: [ObjectDocument] })
  @StorageErrors(['NoSuchBucket', 'MissingParameter', 'NotSupported'])
  async remove(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @Body() body: unknown,
  ): Promise<ObjectDocument[]> {
    const removed = await this.removeObjects.remove(bucket, removedNames(body), caller);
    return removed.map(toObjectDocument);
  }

  @Delete('object/:bucket/*path')
  @BucketParam()
  @PathParam()
  @ApiOperation({ summary: 'Remove an object' })
  @ApiOkResponse({ type: MessageDocument })
  @StorageErrors(['NoSuchBucket', 'NoSuchKey', 'InvalidKey'])
  async removeOne(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
  ): Promise<MessageDocument> {
    await this.removeObjects.removeOne(bucket, name, caller);
    return { message: 'Successfully deleted' };
  }
}

import { Body, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { CurrentStorageCaller } from '../../protocol/storage-caller.guard.js';
import { BucketParam, StorageErrors } from '../../protocol/storage-documentation.js';
import type { StorageInput } from '../../protocol/storage-input.js';
import { StorageController } from '../../protocol/storage-routes.js';
import type { StorageCaller } from '../access-policy.js';
import type { BucketRules } from '../bucket-rules.js';
import { ManageBuckets, type Bucket } from '../manage-buckets.js';
import { ManageRules } from '../manage-rules.js';
import {
  BucketDocument,
  BucketRulesDocument,
  CreateBucketBody,
  CreatedBucketDocument,
  ListedBucketDocument,
  MessageDocument,
  UpdateBucketBody,
} from './bucket-documents.js';
import { bucketOptions, bucketQuery, bucketRules, newBucket } from './bucket-input.js';

const number = (maximum: number, example: number) => ({
  required: false,
  example,
  schema: { type: 'integer' as const, minimum: 0, maximum },
});

/** Buckets, for the service role and administrators. */
@StorageController()
@ApiBearerAuth('session')
export class BucketsController {
  constructor(
    private readonly buckets: ManageBuckets,
    private readonly rules: ManageRules,
  ) {}

  @Get('bucket')
  @ApiOperation({ summary: 'List buckets', description: 'Empty for callers who may not manage buckets.' })
  @ApiQuery({ name: 'limit', ...number(1000, 100) })
  @ApiQuery({ name: 'offset', ...number(1_000_000, 0) })
  @ApiQuery({
    name: 'search',
    required: false,
    schema: { type: 'string', maxLength: 1024, example: 'avatar' },
  })
  @ApiQuery({ name: 'sortColumn', required: false, enum: ['id', 'name', 'created_at', 'updated_at'] })
  @ApiQuery({ name: 'sortOrder', required: false, enum: ['asc', 'desc'] })
  @ApiOkResponse({ type: [ListedBucketDocument] })
  @StorageErrors()
  async list(
    @CurrentStorageCaller() caller: StorageCaller,
    @Query() query: StorageInput,
  ): Promise<ListedBucketDocument[]> {
    const found = await this.buckets.list(caller, bucketQuery(query));
    return found.map((bucket) => ({ ...toDocument(bucket), type: 'STANDARD' }));
  }

  @Get('bucket/:bucket')
  @BucketParam()
  @ApiOperation({ summary: 'Retrieve a bucket' })
  @ApiOkResponse({ type: BucketDocument })
  @StorageErrors(['NoSuchBucket'])
  async find(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') id: string,
  ): Promise<BucketDocument> {
    return toDocument(await this.buckets.find(caller, id));
  }

  @Post('bucket')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create a bucket' })
  @ApiBody({ type: CreateBucketBody })
  @ApiOkResponse({ type: CreatedBucketDocument })
  @StorageErrors(['BucketAlreadyExists', 'InvalidBucketName', 'MissingParameter', 'NotSupported'])
  async create(
    @CurrentStorageCaller() caller: StorageCaller,
    @Body() body: unknown,
  ): Promise<CreatedBucketDocument> {
    const { id, options } = newBucket(body);
    await this.buckets.create(caller, id, options);
    return { name: id };
  }

  @Put('bucket/:bucket')
  @BucketParam()
  @ApiOperation({ summary: 'Update a bucket', description: 'Omitted options are left unchanged.' })
  @ApiBody({ type: UpdateBucketBody })
  @ApiOkResponse({ type: MessageDocument })
  @StorageErrors(['NoSuchBucket', 'NotSupported'])
  async update(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') id: string,
    @Body() body: unknown,
  ): Promise<MessageDocument> {
    await this.buckets.update(caller, id, bucketOptions(body));
    return { message: 'Successfully updated' };
  }

  @Post('bucket/:bucket/empty')
  @HttpCode(200)
  @BucketParam()
  @ApiOperation({
    summary: 'Remove all objects of a bucket, in the background',
    description: 'Service role only.',
  })
  @ApiOkResponse({ type: MessageDocument })
  @StorageErrors(['NoSuchBucket'], { 403: ['AccessDenied'] })
  async empty(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') id: string,
  ): Promise<MessageDocument> {
    await this.buckets.empty(caller, id);
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' };
  }

  @Delete('bucket/:bucket')
  @BucketParam()
  @ApiOperation({ summary: 'Delete an empty bucket' })
  @ApiOkResponse({ type: MessageDocument })
  @StorageErrors(['NoSuchBucket', 'ResourceNotEmpty'])
  async delete(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') id: string,
  ): Promise<MessageDocument> {
    await this.buckets.delete(caller, id);
    return { message: 'Successfully deleted' };
  }

  @Get('bucket/:bucket/rules')
  @BucketParam()
  @ApiOperation({
    summary: "Retrieve a bucket's access rules",
    description: 'A custom extension of the protocol.',
  })
  @ApiOkResponse({ type: BucketRulesDocument })
  @StorageErrors(['NoSuchBucket'])
  readRules(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') id: string,
  ): Promise<BucketRules> {
    return this.rules.read(caller, id);
  }

  @Put('bucket/:bucket/rules')
  @BucketParam()
  @ApiOperation({
    summary: "Replace a bucket's access rules",
    description: 'A custom extension of the protocol.',
  })
  @ApiBody({ type: BucketRulesDocument })
  @ApiOkResponse({ type: BucketRulesDocument })
  @StorageErrors(['NoSuchBucket', 'MissingParameter'])
  replaceRules(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') id: string,
    @Body() body: unknown,
  ): Promise<BucketRules> {
    return this.rules.replace(caller, id, bucketRules(body));
  }
}

function toDocument(bucket: Bucket): BucketDocument {
  return {
    id: bucket.id,
    name: bucket.id,
    owner: bucket.ownerId ?? '',
    public: bucket.public,
    file_size_limit: bucket.fileSizeLimit,
    allowed_mime_types: bucket.allowedMimeTypes,
    created_at: bucket.createdAt.toISOString(),
    updated_at: bucket.updatedAt.toISOString(),
  };
}

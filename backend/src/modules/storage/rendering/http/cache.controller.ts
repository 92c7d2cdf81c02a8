import { Delete, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { StorageCaller } from '../../buckets/access-policy.js';
import { MessageDocument } from '../../buckets/http/bucket-documents.js';
import { CurrentStorageCaller } from '../../protocol/storage-caller.guard.js';
import { BucketParam, PathParam, StorageErrors } from '../../protocol/storage-documentation.js';
import { ObjectName, StorageController } from '../../protocol/storage-routes.js';
import { PurgeCache } from '../purge-cache.js';

const Transformations = () =>
  ApiQuery({
    name: 'transformations',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    description: 'Ignored: only transformed images are cached.',
  });

/** The cache of transformed images. */
@StorageController()
@ApiBearerAuth('session')
export class CacheController {
  constructor(private readonly purgeCache: PurgeCache) {}

  @Delete('cdn/:bucket')
  @BucketParam()
  @Transformations()
  @ApiOperation({ summary: 'Purge the transformed images of a bucket' })
  @ApiOkResponse({ type: MessageDocument })
  @StorageErrors(['NoSuchBucket'])
  async purgeBucket(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
  ): Promise<MessageDocument> {
    await this.purgeCache.purgeBucket(caller, bucket);
    return { message: 'success' };
  }

  @Delete('cdn/:bucket/*path')
  @BucketParam()
  @PathParam()
  @Transformations()
  @ApiOperation({ summary: 'Purge the transformed images of an object' })
  @ApiOkResponse({ type: MessageDocument })
  @StorageErrors(['NoSuchBucket', 'NoSuchKey', 'InvalidKey'])
  async purgeObject(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
  ): Promise<MessageDocument> {
    await this.purgeCache.purgeObject(caller, bucket, name);
    return { message: 'success' };
  }
}

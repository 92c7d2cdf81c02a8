import { Module } from '@nestjs/common';
import { StorageProtocolModule } from '../protocol/protocol.module.js';
import { BucketAccess } from './bucket-access.js';
import { BucketRulesRepository } from './bucket-rules.repository.js';
import { BucketsRepository } from './buckets.repository.js';
import { BucketsController } from './http/buckets.controller.js';
import { ManageBuckets } from './manage-buckets.js';
import { ManageRules } from './manage-rules.js';

@Module({
  imports: [StorageProtocolModule],
  controllers: [BucketsController],
  providers: [BucketsRepository, BucketRulesRepository, BucketAccess, ManageBuckets, ManageRules],
  exports: [BucketsRepository, BucketAccess],
})
export class BucketsModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { StorageMetrics } from '../core/storage-metrics.js';
import { StorageBodyErrors } from './storage-body-errors.js';
import { StorageErrorFilter } from './storage-error.filter.js';

@Module({
  imports: [AuthModule],
  providers: [StorageMetrics, StorageErrorFilter, StorageBodyErrors],
  exports: [AuthModule, StorageMetrics],
})
export class StorageProtocolModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { HealthModule } from '../../health/index.js';
import { StorageMetrics } from '../core/storage-metrics.js';
import { StorageHealthController } from './health.controller.js';
import { StorageBodyErrors } from './storage-body-errors.js';
import { StorageErrorFilter } from './storage-error.filter.js';

@Module({
  imports: [AuthModule, HealthModule],
  controllers: [StorageHealthController],
  providers: [StorageMetrics, StorageErrorFilter, StorageBodyErrors],
  exports: [AuthModule, StorageMetrics],
})
export class StorageProtocolModule {}

import { Module } from '@nestjs/common';
import { ExpiredRowsRepository } from './expired-rows.repository.js';
import { PurgeExpiredRows } from './purge-expired-rows.js';

@Module({
  providers: [ExpiredRowsRepository, PurgeExpiredRows],
  exports: [PurgeExpiredRows],
})
export class MaintenanceModule {}

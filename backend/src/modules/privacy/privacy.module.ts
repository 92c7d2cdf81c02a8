import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PersonalData } from '../../platform/personal-data/personal-data.js';
import { PlatformPersonalData } from '../../platform/personal-data/platform-personal-data.js';
import { AuthModule } from '../auth/index.js';
import { BackendsModule, StorageHandlersModule } from '../storage/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { DeleteAccount } from './deletion/delete-account.handler.js';
import { DeletionController } from './deletion/deletion.controller.js';
import { PlanDuringDeletion } from './deletion/plan-during-deletion.js';
import { ScheduleDeletion } from './deletion/schedule-deletion.js';
import { ErasePersonalData } from './erasure/erase-personal-data.handler.js';
import { ErasedUsers } from './erasure/erased-users.js';
import { ErasuresRepository } from './erasure/erasures.repository.js';
import { ReapplyErasures } from './erasure/reapply-erasures.js';
import { BuildDataExport } from './exports/build-data-export.handler.js';
import { DataExportsRepository } from './exports/data-exports.repository.js';
import { DownloadExport } from './exports/download-export.js';
import { ExportArchive } from './exports/export-archive.js';
import { ExportFiles } from './exports/export-files.js';
import { ExportLinks } from './exports/export-links.js';
import { ExportsController } from './exports/exports.controller.js';
import { PurgeExpiredExports } from './exports/purge-expired-exports.task.js';
import { RequestExport } from './exports/request-export.js';
import { RequestsPersonalData } from './personal-data.js';
import { PurgeProductData } from './retention/purge-product-data.handler.js';
import { ScheduleDataPurge } from './retention/schedule-data-purge.handler.js';

/** Records of erased users, for operator commands and the worker. */
@Module({
  imports: [AuthModule, BackendsModule],
  providers: [ErasedUsers, ErasuresRepository, ReapplyErasures],
  exports: [ErasedUsers, ErasuresRepository, ReapplyErasures],
})
export class ErasureModule {}

@Module({
  imports: [AuthModule, BackendsModule, SubscriptionsModule],
  controllers: [DeletionController, ExportsController],
  providers: [
    DataExportsRepository,
    PlanDuringDeletion,
    DownloadExport,
    ExportFiles,
    ExportLinks,
    RequestExport,
    ScheduleDeletion,
  ],
})
export class PrivacyModule {}

/** Loaded by the worker only. */
@Module({
  imports: [
    AuthModule,
    BackendsModule,
    DiscoveryModule,
    ErasureModule,
    StorageHandlersModule,
    SubscriptionsModule,
  ],
  providers: [
    BuildDataExport,
    DataExportsRepository,
    DeleteAccount,
    ErasePersonalData,
    ExportArchive,
    ExportFiles,
    PersonalData,
    PlatformPersonalData,
    PurgeExpiredExports,
    PurgeProductData,
    RequestsPersonalData,
    ScheduleDataPurge,
  ],
})
export class PrivacyHandlersModule {}

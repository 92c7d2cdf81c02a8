import { Module } from '@nestjs/common';
import { DeleteUnusedFiles } from './deletion/delete-unused-files.task.js';
import { EmptyBuckets } from './objects/empty-buckets.task.js';
import { ObjectsModule } from './objects/objects.module.js';
import { UserFiles } from './personal-data/user-files.js';
import { StorageNotFoundController } from './protocol/not-found.controller.js';
import { StorageProtocolModule } from './protocol/protocol.module.js';
import { PurgeExpiredUploads } from './resumable/purge-expired-uploads.task.js';
import { ResumableModule } from './resumable/resumable.module.js';
import { RenderingModule } from './rendering/rendering.module.js';
import { DiscardUnusedFiles } from './file-audit/discard-unused-files.js';
import { ReportMissingFiles } from './file-audit/report-missing-files.js';
import { AuditFiles } from './file-audit/audit-files.task.js';
import { FileAuditFindings } from './file-audit/file-audit-findings.js';

/** Matches every path that no other route does. */
@Module({ imports: [StorageProtocolModule], controllers: [StorageNotFoundController] })
class UnknownRoutesModule {}

@Module({ imports: [ObjectsModule, ResumableModule, RenderingModule, UnknownRoutesModule] })
export class StorageModule {}

/** Loaded by the worker only. */
@Module({
  imports: [ObjectsModule, ResumableModule],
  providers: [
    DeleteUnusedFiles,
    DiscardUnusedFiles,
    EmptyBuckets,
    PurgeExpiredUploads,
    ReportMissingFiles,
    AuditFiles,
    FileAuditFindings,
    UserFiles,
  ],
  exports: [UserFiles],
})
export class StorageHandlersModule {}

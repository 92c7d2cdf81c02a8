import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { StorageProtocolModule } from '../protocol/protocol.module.js';
import { AuthorizeUpload } from './authorize-upload.js';
import { CompleteUpload } from './complete-upload.js';
import { CreateUpload } from './create-upload.js';
import { DiscardUpload } from './discard-upload.js';
import { FinishUploadFile } from './finish-upload-file.js';
import { ResumableUploadRequests } from './http/resumable-upload-requests.js';
import { ResumableUploadsController } from './http/resumable-uploads.controller.js';
import { SignedResumableUploadsController } from './http/signed-resumable-uploads.controller.js';
import { TusServer } from './http/tus-server.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';
import { UploadLeases } from './upload-leases.js';

@Module({
  imports: [StorageProtocolModule, ObjectsModule],
  controllers: [SignedResumableUploadsController, ResumableUploadsController],
  providers: [
    ResumableUploadsRepository,
    UploadLeases,
    AuthorizeUpload,
    CreateUpload,
    CompleteUpload,
    FinishUploadFile,
    DiscardUpload,
    ResumableUploadRequests,
    TusServer,
  ],
  exports: [ResumableUploadsRepository, DiscardUpload],
})
export class ResumableModule {}

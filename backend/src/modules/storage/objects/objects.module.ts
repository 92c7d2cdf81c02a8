import { Module } from '@nestjs/common';
import { BackendsModule } from '../backends/backends.module.js';
import { BucketsModule } from '../buckets/buckets.module.js';
import { PendingDeletionsRepository } from '../deletion/pending-deletions.repository.js';
import { ImagesModule } from '../images/images.module.js';
import { StorageProtocolModule } from '../protocol/protocol.module.js';
import { ScanningModule } from '../scanning/scanning.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { CommitVersion } from './commit-version.js';
import { CopyBytes } from './copy-bytes.js';
import { CopyObject } from './copy-object.js';
import { CreateSignedUrls } from './create-signed-urls.js';
import { DiscardVersions } from './discard-versions.js';
import { FindObject } from './find-object.js';
import { DownloadsController } from './http/downloads.controller.js';
import { ObjectsController } from './http/objects.controller.js';
import { SendObject } from './http/send-object.js';
import { SigningController } from './http/signing.controller.js';
import { UploadsController } from './http/uploads.controller.js';
import { ListObjects } from './list-objects.js';
import { MoveObject } from './move-object.js';
import { ObjectsRepository } from './objects.repository.js';
import { ReadObject } from './read-object.js';
import { RemoveObjects } from './remove-objects.js';
import { StoreObject } from './store-object.js';

@Module({
  imports: [
    StorageProtocolModule,
    BackendsModule,
    BucketsModule,
    ImagesModule,
    ScanningModule,
    SigningModule,
  ],
  // Routes register in this order. The last two have routes that would match those of the others, too.
  controllers: [SigningController, ObjectsController, UploadsController, DownloadsController],
  providers: [
    ObjectsRepository,
    PendingDeletionsRepository,
    DiscardVersions,
    CommitVersion,
    FindObject,
    StoreObject,
    CopyBytes,
    CopyObject,
    MoveObject,
    RemoveObjects,
    ListObjects,
    ReadObject,
    SendObject,
    CreateSignedUrls,
  ],
  exports: [
    StorageProtocolModule,
    BackendsModule,
    BucketsModule,
    ImagesModule,
    ObjectsRepository,
    PendingDeletionsRepository,
    DiscardVersions,
    CommitVersion,
    FindObject,
    SendObject,
    SigningModule,
  ],
})
export class ObjectsModule {}

import { Module } from '@nestjs/common';
import { DeleteUnusedFiles } from './deletion/delete-unused-files.task.js';
import { EmptyBuckets } from './objects/empty-buckets.task.js';
import { ObjectsModule } from './objects/objects.module.js';
import { StorageNotFoundController } from './protocol/not-found.controller.js';
import { StorageProtocolModule } from './protocol/protocol.module.js';
import { SweepFiles } from './sweep/sweep-files.task.js';

/** Matches every path that no other route does. */
@Module({ imports: [StorageProtocolModule], controllers: [StorageNotFoundController] })
class UnknownRoutesModule {}

@Module({ imports: [ObjectsModule, UnknownRoutesModule] })
export class StorageModule {}

/** Loaded by the worker only. */
@Module({ imports: [ObjectsModule], providers: [DeleteUnusedFiles, EmptyBuckets, SweepFiles] })
export class StorageHandlersModule {}

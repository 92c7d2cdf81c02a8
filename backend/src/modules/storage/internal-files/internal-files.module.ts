import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { InternalFiles } from './internal-files.js';

@Module({ imports: [ObjectsModule], providers: [InternalFiles], exports: [InternalFiles] })
export class InternalFilesModule {}

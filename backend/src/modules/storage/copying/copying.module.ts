import { Module } from '@nestjs/common';
import { ObjectsRepository } from '../objects/objects.repository.js';
import { CopyFiles } from './copy-files.js';

/** For operations on the command line, which choose the backends themselves. */
@Module({ providers: [ObjectsRepository, CopyFiles], exports: [CopyFiles] })
export class CopyingModule {}

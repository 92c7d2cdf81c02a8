import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { StoredFiles } from './stored-files.js';

@Module({ imports: [ObjectsModule], providers: [StoredFiles], exports: [StoredFiles] })
export class AdministrationModule {}

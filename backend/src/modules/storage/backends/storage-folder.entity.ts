import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const StorageFolderSchema = defineEntity({
  name: 'StorageFolder',
  tableName: 'storage_folder',
  properties: {
    /** There is one row. */
    singleton: p.boolean().primary().default(true),
    /** Also in a file in the folder. */
    id: p.uuid(),
    createdAt: timestamp(),
  },
  checks: [{ name: 'storage_folder_singleton_check', expression: 'singleton' }],
});

/** The folder that has the files of this database, if they are on disk. */
export class StorageFolderEntity extends StorageFolderSchema.class {}
StorageFolderSchema.setClass(StorageFolderEntity);

import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { createStorageAdapters, type StorageAdapters } from './create-storage-adapters.js';
import { MeasuredStorageBackend } from './measured-storage-backend.js';
import { StorageFolder } from './storage-folder.js';
import { SystemFiles } from './system-files.js';
import { ResumableFiles } from './resumable-files.js';
import { BackendUnavailableError } from '../core/storage-errors.js';
import { StorageBackend } from './storage-backend.port.js';

const ADAPTERS = Symbol('storage adapters');
const adapters = {
  provide: ADAPTERS,
  inject: [Settings],
  useFactory: ({ storage }: Settings) => createStorageAdapters(storage.backend, storage),
};
const backend = {
  provide: StorageBackend,
  inject: [ADAPTERS, Metrics],
  useFactory: ({ backend: adapter }: StorageAdapters, metrics: Metrics) =>
    new MeasuredStorageBackend(adapter, metrics),
};
const resumableFiles = {
  provide: ResumableFiles,
  inject: [ADAPTERS],
  useFactory: (created: StorageAdapters) => created.resumableFiles,
};

/** The backend that the settings choose. */
@Module({
  providers: [adapters, backend, resumableFiles, StorageFolder, SystemFiles],
  exports: [StorageBackend, ResumableFiles, SystemFiles],
})
export class BackendsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly backend: StorageBackend,
    private readonly folder: StorageFolder,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  /** A misconfigured backend prevents the process from starting; an outage of the store or the database doesn't. */
  async onModuleInit(): Promise<void> {
    try {
      await this.backend.open();
      if (this.settings.storage.backend === 'disk') {
        await this.folder.verify();
        this.logger.info('storage folder', {
          folder: this.settings.storage.folder,
          ...(await this.folder.probe()),
        });
      }
    } catch (error) {
      if (!(error instanceof BackendUnavailableError) && !isDatabaseUnavailable(error)) throw error;
      this.logger.warn('storage backend unavailable', { error });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.backend.close();
  }
}

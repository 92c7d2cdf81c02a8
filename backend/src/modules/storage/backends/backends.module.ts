import { Module, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { DiskStorageBackend } from './disk-storage-backend.js';
import { MeasuredStorageBackend } from './measured-storage-backend.js';
import { StorageBackend } from './storage-backend.port.js';

const disk = {
  provide: DiskStorageBackend,
  inject: [Settings],
  useFactory: ({ storage }: Settings) => new DiskStorageBackend(storage.folder),
};
const backend = {
  provide: StorageBackend,
  inject: [DiskStorageBackend, Metrics],
  useFactory: (adapter: DiskStorageBackend, metrics: Metrics) => new MeasuredStorageBackend(adapter, metrics),
};

/** The backend that the settings choose. */
@Module({ providers: [disk, backend], exports: [StorageBackend] })
export class BackendsModule implements OnModuleInit {
  constructor(private readonly disk: DiskStorageBackend) {}

  /** A process whose folder is unusable must not start. */
  async onModuleInit(): Promise<void> {
    await this.disk.open();
  }
}

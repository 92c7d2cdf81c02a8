import { FileStore } from '@tus/file-store';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskStorageBackend } from './disk-storage-backend.js';
import { ResumableFiles } from './resumable-files.js';

/** Collects bytes in a separate file, which is renamed once it is complete. */
export class DiskResumableFiles extends ResumableFiles {
  override readonly store: FileStore;

  constructor(private readonly backend: DiskStorageBackend) {
    super();
    this.store = new FileStore({ directory: backend.resumableFolder });
  }

  override toId(key: string): string {
    return key.slice(key.lastIndexOf('~') + 1);
  }

  override async finish(key: string): Promise<void> {
    await this.backend.importFile(this.toPath(key), key);
    await rm(`${this.toPath(key)}.json`, { force: true });
  }

  override async discard(key: string): Promise<void> {
    await rm(this.toPath(key), { force: true });
    await rm(`${this.toPath(key)}.json`, { force: true });
  }

  private toPath(key: string): string {
    return join(this.backend.resumableFolder, this.toId(key));
  }
}

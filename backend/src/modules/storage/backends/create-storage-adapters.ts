import type { StorageBackendName, StorageSettings } from '../../../platform/config/storage-settings.js';
import { DiskResumableFiles } from './disk-resumable-files.js';
import { DiskStorageBackend } from './disk-storage-backend.js';
import type { ResumableFiles } from './resumable-files.js';
import type { StorageBackend } from './storage-backend.port.js';

/** What stores the bytes. */
export interface StorageAdapters {
  backend: StorageBackend;
  resumableFiles: ResumableFiles;
}

/** Creates the adapters. Those for S3 and its SDK are loaded only if they are used. */
export async function createStorageAdapters(
  name: StorageBackendName,
  { folder, s3, maxFileBytes }: StorageSettings,
): Promise<StorageAdapters> {
  if (name === 'disk') {
    const backend = new DiskStorageBackend(folder);
    return { backend, resumableFiles: new DiskResumableFiles(backend) };
  }
  if (!s3) throw new Error('S3 is not configured: set STORAGE_S3_BUCKET.');
  const { S3StorageBackend } = await import('./s3-storage-backend.js');
  const { S3ResumableFiles } = await import('./s3-resumable-files.js');
  return {
    backend: new S3StorageBackend(s3, { maxFileBytes }),
    resumableFiles: new S3ResumableFiles(s3),
  };
}

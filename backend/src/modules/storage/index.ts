/**
 * Files in buckets, over the wire protocol of Supabase Storage so that its client libraries work unmodified.
 *
 * A row decides which bytes readers get; bytes are never overwritten, so no reader sees a partial or mixed file. Denies by default:
 * rules of the bucket decide what callers may do. Publishes and subscribes to no events.
 */
export { StorageHandlersModule, StorageModule } from './storage.module.js';
export { AdministrationModule as StorageAdministrationModule } from './administration/administration.module.js';
export { StoredFiles, type SignedLink } from './administration/stored-files.js';
export { BackendsModule } from './backends/backends.module.js';
export { UserFiles } from './personal-data/user-files.js';
export { SystemFiles } from './backends/system-files.js';
export { FileMissingError } from './backends/storage-backend.port.js';
export { InternalFiles } from './internal-files/internal-files.js';
export { InternalFilesModule } from './internal-files/internal-files.module.js';
export { storageEntities } from './entities.js';
export { storageTables } from './personal-data.js';
export { SigningModule as StorageSigningModule } from './signing/signing.module.js';
export { UploadLinks } from './signing/upload-links.js';
export { isFileUpload } from './protocol/storage-routes.js';
export { tusCapabilities } from './resumable/http/tus-capabilities.js';
export { createStorageAdapters } from './backends/create-storage-adapters.js';
export { CopyFiles } from './copying/copy-files.js';
export { CopyingModule } from './copying/copying.module.js';

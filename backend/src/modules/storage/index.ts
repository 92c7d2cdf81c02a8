/**
 * Files in buckets, over the wire protocol of Supabase Storage so that its client libraries work unmodified.
 *
 * A row decides which bytes readers get; bytes are never overwritten, so no reader sees a partial or mixed file. Denies by default:
 * rules of the bucket decide what callers may do. Publishes and subscribes to no events.
 */
export { StorageHandlersModule, StorageModule } from './storage.module.js';
export { storageEntities } from './entities.js';
export { isFileUpload } from './protocol/storage-routes.js';

import type { DataStore } from '@tus/server';

/** Resumable uploads expire after this time. */
export const RESUMABLE_UPLOAD_SECONDS = 86_400;

/** The bytes of resumable uploads until they are complete. */
export abstract class ResumableFiles {
  /** Where the TUS protocol writes. */
  abstract readonly store: DataStore;

  /** The store's ID for the upload that becomes the file with this key. */
  abstract toId(key: string): string;
  /** Turns a complete upload into the file with this key. Has no effect if that has been done. */
  abstract finish(key: string): Promise<void>;
  /** Deletes the bytes received so far. Never deletes a finished file. */
  abstract discard(key: string): Promise<void>;
}

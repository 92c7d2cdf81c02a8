import type { Readable } from 'node:stream';

/** Bytes in the backend. */
export interface StoredFile {
  key: string;
  /** When the bytes appeared under this key. */
  createdAt: Date;
}

/** Inclusive byte positions. */
export interface ByteRange {
  start: number;
  end: number;
}

/** There are no bytes under this key. */
export class FileMissingError extends Error {
  constructor(readonly key: string) {
    super('The backend has no file with this key.');
    this.name = 'FileMissingError';
  }
}

/** Where the bytes of objects are stored, each version under a key of its own. A file appears complete or not at all. */
export abstract class StorageBackend {
  /** Stores the bytes durably under a new key. If the source fails, so does the call, and no file appears. Memory use is constant. */
  abstract write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens the file, or a range of it that must lie within. Throws {@link FileMissingError}. */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;
  /** Copies a file to a new key. Throws {@link FileMissingError}. */
  abstract copy(from: string, to: string): Promise<void>;
  /** Deletes files. Missing ones are ignored. */
  abstract delete(keys: readonly string[]): Promise<void>;
  /** True if the file exists. */
  abstract has(key: string): Promise<boolean>;
  /** All files, in no particular order. */
  abstract list(): AsyncIterable<StoredFile>;
  /** Deletes what interrupted writes have left behind since before this time; returns how many. */
  abstract purgeInterruptedWrites(before: Date): Promise<number>;
}

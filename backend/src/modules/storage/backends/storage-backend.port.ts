import type { Readable, Writable } from 'node:stream';

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

/** The stream was closed before it received all bytes. */
export class TargetClosedError extends Error {
  constructor(cause?: unknown) {
    super('The stream was closed before it received all bytes.', { cause });
    this.name = 'TargetClosedError';
  }
}

/**
 * Writes the bytes of an open file to a stream, without ending it. The memory of a chunk may be reused as soon as the stream calls
 * back. Throws {@link TargetClosedError}.
 */
export type SendBytes = (target: Writable) => Promise<void>;

/**
 * Where the bytes of objects are stored, each version under a key of its own. A file appears complete or not at all. Every operation
 * may throw {@link BackendUnavailableError}.
 */
export abstract class StorageBackend {
  /** Prepares for use. Throws if the configuration is wrong. */
  abstract open(): Promise<void>;
  /** Ends idle connections. */
  abstract close(): Promise<void>;
  /** Stores the bytes durably under a new key. If the source fails, so does the call, and no file appears. Memory use is constant. */
  abstract write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens the file, or a range of it that must lie within. Throws {@link FileMissingError}. */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;
  /** Reads the whole file into the start of a buffer and returns that part. Throws {@link FileMissingError}, or if the file doesn't fit. */
  abstract readInto(key: string, buffer: Buffer): Promise<Buffer>;
  /** Like {@link read}, for sending a range, which may be empty, to a client. The result must be called: it closes the file. */
  abstract openForSending(key: string, range: ByteRange): Promise<SendBytes>;
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

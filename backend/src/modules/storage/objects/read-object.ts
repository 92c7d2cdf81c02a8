import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../../platform/domain-error.js';
import {
  FileMissingError,
  StorageBackend,
  type ByteRange,
  type SendBytes,
} from '../backends/storage-backend.port.js';
import { versionKey, type StoredVersion } from '../core/version-keys.js';
import type { DownloadedObject } from './find-object.js';

const MAX_ATTEMPTS = 3;
/** Opening and closing a small file takes longer than sending it. */
const MAX_CACHED_FILE_BYTES = 64 * 1024;
const CACHE_BYTES = 16 * 1024 ** 2;
/** So that deleted bytes don't stay in memory for long. They are not sent, because a deleted object isn't found. */
const CACHE_MS = 60_000;

/** The bytes of an object, or of an image transformed from it, and how they are served. */
export type ServedFile = StoredVersion &
  Pick<
    DownloadedObject,
    'size' | 'mimeType' | 'etag' | 'cacheControl' | 'contentEncoding' | 'robots' | 'updatedAt' | 'isPublic'
  >;

/** Throws if the object no longer exists. `missing` is a file that was found before, but whose bytes don't exist. */
export type FindFile = (missing?: ServedFile) => Promise<ServedFile>;

/** What to send: decided again if the object is replaced before its bytes are opened. */
export interface OpenedFile {
  file: ServedFile;
  range: ByteRange | undefined;
  sendBytes: SendBytes;
}

/** Opens the bytes of an object. A version stays complete for readers who have opened it, even if it is replaced meanwhile. */
@Injectable()
export class ReadObject {
  /** Small files by their key. The bytes of a key never change. */
  private readonly smallFiles = new LRUCache<string, Buffer, number>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_MS,
    ttlAutopurge: true,
    fetchMethod: async (key, _stale, { context: size }) => {
      const bytes = await this.backend.readInto(key, Buffer.allocUnsafeSlow(size));
      if (bytes.length < size) throw new Error('The file is shorter than expected.');
      return bytes;
    },
  });

  constructor(private readonly backend: StorageBackend) {}

  /** `getRange` decides which part of the file to read. */
  async open(
    found: ServedFile,
    find: FindFile,
    getRange: (file: ServedFile) => ByteRange | undefined,
  ): Promise<OpenedFile> {
    for (let file = found, attempt = 1; ; attempt++) {
      const range = getRange(file);
      try {
        return { file, range, sendBytes: await this.openForSending(file, range) };
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        const current = await find(file);
        if (versionKey(current) === versionKey(file) || attempt === MAX_ATTEMPTS)
          throw new DomainError('internal', 'internal_error', 'The file is missing.', { cause: error });
        file = current;
      }
    }
  }

  private async openForSending(file: ServedFile, range: ByteRange | undefined): Promise<SendBytes> {
    const { size } = file;
    const key = versionKey(file);
    if (range || size === 0 || size > MAX_CACHED_FILE_BYTES)
      return this.backend.openForSending(key, range ?? { start: 0, end: size - 1 });
    const bytes = await this.smallFiles.forceFetch(key, { context: size });
    return async (target) => void target.write(bytes);
  }
}

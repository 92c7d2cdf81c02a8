import { Injectable } from '@nestjs/common';
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
        const whole = { start: 0, end: file.size - 1 };
        const sendBytes = await this.backend.openForSending(versionKey(file), range ?? whole);
        return { file, range, sendBytes };
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        const current = await find(file);
        if (versionKey(current) === versionKey(file) || attempt === MAX_ATTEMPTS)
          throw new DomainError('internal', 'internal_error', 'The file is missing.', { cause: error });
        file = current;
      }
    }
  }
}

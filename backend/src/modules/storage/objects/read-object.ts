import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { DomainError } from '../../../platform/domain-error.js';
import { FileMissingError, StorageBackend, type ByteRange } from '../backends/storage-backend.port.js';
import { versionKey } from '../core/version-keys.js';
import type { StoredObject } from './objects.repository.js';

const MAX_ATTEMPTS = 3;

/** What to send: decided again if the object is replaced before its bytes are opened. */
export interface OpenedObject {
  object: StoredObject;
  range: ByteRange | undefined;
  bytes: Readable;
}

/** Opens the bytes of an object. A version stays complete for readers who have opened it, even if it is replaced meanwhile. */
@Injectable()
export class ReadObject {
  constructor(private readonly backend: StorageBackend) {}

  /** `find` throws if the object no longer exists. `rangeOf` decides which part of it to read. */
  async open(
    found: StoredObject,
    find: () => Promise<StoredObject>,
    rangeOf: (object: StoredObject) => ByteRange | undefined,
  ): Promise<OpenedObject> {
    for (let object = found, attempt = 1; ; attempt++) {
      const range = rangeOf(object);
      try {
        return { object, range, bytes: await this.backend.read(versionKey(object), range) };
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        const current = await find();
        if (current.version === object.version || attempt === MAX_ATTEMPTS)
          throw new DomainError('internal', 'internal_error', 'The file is missing.', { cause: error });
        object = current;
      }
    }
  }
}

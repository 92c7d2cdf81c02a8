import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { SYSTEM_FOLDER } from '../core/version-keys.js';
import { StorageBackend } from './storage-backend.port.js';

/**
 * Files that the product itself stores in the backend. They belong to no bucket, so no client can access them, whatever its role. For few
 * files only: listing them lists the whole backend.
 */
@Injectable()
export class SystemFiles {
  constructor(private readonly backend: StorageBackend) {}

  /** Stores a file under a new name, such as `exports/1.zip`. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    return this.backend.write(toKey(name), bytes);
  }

  /** Throws `FileMissingError`. */
  read(name: string): Promise<Readable> {
    return this.backend.read(toKey(name));
  }

  has(name: string): Promise<boolean> {
    return this.backend.has(toKey(name));
  }

  /** Missing files are ignored. */
  delete(names: readonly string[]): Promise<void> {
    return this.backend.delete(names.map(toKey));
  }

  /** Names of the files in a folder, in no particular order. Lists the whole backend. */
  async *list(folder: string): AsyncGenerator<string> {
    const start = toKey(`${folder}/`);
    for await (const { key } of this.backend.list())
      if (key.startsWith(start)) yield key.slice(SYSTEM_FOLDER.length);
  }
}

const toKey = (name: string): string => `${SYSTEM_FOLDER}${name}`;

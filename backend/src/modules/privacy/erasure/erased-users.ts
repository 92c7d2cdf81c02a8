import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { SystemFiles } from '../../storage/index.js';

const FOLDER = 'erased-users';

/**
 * IDs of erased users, stored in the storage backend rather than the database, so that a database restored from a backup can be checked
 * against them.
 */
@Injectable()
export class ErasedUsers {
  constructor(private readonly files: SystemFiles) {}

  async add(userId: string): Promise<void> {
    const name = `${FOLDER}/${userId}`;
    if (!(await this.files.has(name))) await this.files.write(name, Readable.from([Buffer.from(userId)]));
  }

  /** In no particular order. */
  async *list(): AsyncGenerator<string> {
    for await (const name of this.files.list(FOLDER)) yield name.slice(FOLDER.length + 1);
  }
}

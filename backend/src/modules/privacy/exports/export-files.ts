import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { SystemFiles } from '../../storage/index.js';

/** The archives of exports. */
@Injectable()
export class ExportFiles {
  constructor(private readonly files: SystemFiles) {}

  /** Replaces the file of an interrupted attempt. Returns the size in bytes. */
  async write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    let size = 0;
    const counted = async function* () {
      for await (const chunk of bytes) {
        size += chunk.length;
        yield chunk;
      }
    };
    await this.delete(id);
    await this.files.write(toFileName(id), counted());
    return size;
  }

  /** Throws `FileMissingError`. */
  read(id: string): Promise<Readable> {
    return this.files.read(toFileName(id));
  }

  delete(id: string): Promise<void> {
    return this.files.delete([toFileName(id)]);
  }
}

const toFileName = (id: string): string => `exports/${id}.zip`;

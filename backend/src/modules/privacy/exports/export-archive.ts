import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { Clock } from '../../../platform/clock.js';
import { PersonalData, type ExportedRecords } from '../../../platform/personal-data/personal-data.js';
import type { Person } from '../../../platform/personal-data/personal-data.port.js';
import { exportData } from './export-data.js';
import { ExportedFiles, exportIndex } from './export-index.js';
import { ExportSchema } from './export-schema.js';

/** Already compressed; compressing them again only takes time. */
const COMPRESSED = /\.(avif|gif|gz|jpe?g|mp[34]|pdf|png|webm|webp|zip)$/i;

/**
 * The archive of a person's data: their files, `data.json` with everything else, its JSON Schema, and `index.html` to read it. Built while
 * it is read, one file and a few rows at a time, so memory use doesn't depend on its size.
 */
@Injectable()
export class ExportArchive {
  constructor(
    private readonly personalData: PersonalData,
    private readonly clock: Clock,
  ) {}

  async *build(person: Person): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    const fail = (error: Error): void => void output.destroy(error);
    // A file couldn't be read to the end.
    zip.on('error', fail);
    const adding = this.addEntries(zip, output, person).catch(fail);
    try {
      yield* output as AsyncIterable<Uint8Array>;
    } finally {
      output.destroy();
      await adding;
    }
  }

  private async addEntries(zip: ZipFile, output: Readable, person: Person): Promise<void> {
    const closed = new AbortController();
    output.once('close', () => closed.abort());
    const add = async (path: string, content: Readable): Promise<void> => {
      addEntry(zip, path, content);
      await finished(content, { writable: false, signal: closed.signal }).catch((error: unknown) => {
        if (!closed.signal.aborted) throw error;
      });
      content.destroy();
    };
    const records: ExportedRecords = {};
    const files = new ExportedFiles();
    for await (const { path, content } of this.personalData.export(person, records)) {
      files.add(entryName(path));
      await add(entryName(path), content);
      if (output.destroyed) return;
    }
    const exportedAt = this.clock.now();
    const schema = new ExportSchema();
    await add('data.json', Readable.from(exportData(exportedAt, records, schema)));
    if (output.destroyed) return;
    await add('index.html', Readable.from(exportIndex(exportedAt, records, files)));
    if (output.destroyed) return;
    zip.addBuffer(Buffer.from(JSON.stringify(schema, null, 2)), 'data.schema.json');
    zip.end();
  }
}

/** The archive keeps each entry until it is complete: its name, and the function that returns the stream. */
function addEntry(zip: ZipFile, path: string, content: Readable): void {
  // Must not keep the stream, because of its buffers.
  const unread = [content];
  const { poolSize } = Buffer;
  // Otherwise, a name of a few bytes is a part of a shared buffer of 64 kB, and keeps all of it.
  Buffer.poolSize = 0;
  try {
    const options = { compress: !COMPRESSED.test(path) };
    zip.addReadStreamLazy(path, options, (callback) => callback(null, unread.pop()!));
  } finally {
    Buffer.poolSize = poolSize;
  }
}

/** A name that stays inside the target folder when unpacked, on every operating system. */
function entryName(path: string): string {
  return path
    .split(/[/\\]/)
    .map((part) => (/^\.{0,2}$/.test(part) ? `_${part}` : part.replaceAll(':', '_')))
    .join('/');
}

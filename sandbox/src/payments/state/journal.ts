import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { CollectionName } from './collections.ts';

/** One change: the stored object, or null if it was removed. */
export type Change = [collection: CollectionName, id: string, value: { id: string } | null];

const FILE = 'journal.jsonl';

/**
 * An append-only file with one line per transaction. The line is written before the request gets its response, so killing the
 * process loses nothing that was acknowledged. A torn last line was never acknowledged.
 */
export class Journal {
  private readonly file: string;
  private descriptor: number;
  /** Bytes appended since the file was last rewritten. */
  appendedBytes = 0;
  /** Size of the file when it was last rewritten. */
  rewrittenBytes = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = join(folder, FILE);
    this.descriptor = openSync(this.file, 'a');
  }

  /** Every complete transaction, oldest first. */
  *read(): Generator<Change[]> {
    if (!existsSync(this.file)) return;
    for (const line of readFileSync(this.file, 'utf8').split('\n')) {
      const changes = parse(line);
      if (changes) yield changes;
    }
  }

  append(changes: readonly Change[]): void {
    this.appendedBytes += writeSync(this.descriptor, `${JSON.stringify(changes)}\n`);
  }

  /** Atomically replaces the file with one that contains only these changes. */
  rewrite(changes: Iterable<Change>): void {
    const temporaryFile = `${this.file}.new`;
    const descriptor = openSync(temporaryFile, 'w');
    this.rewrittenBytes = 0;
    for (const change of changes)
      this.rewrittenBytes += writeSync(descriptor, `${JSON.stringify([change])}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    closeSync(this.descriptor);
    renameSync(temporaryFile, this.file);
    this.descriptor = openSync(this.file, 'a');
    this.appendedBytes = 0;
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function parse(line: string): Change[] | undefined {
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as Change[];
  } catch {
    return undefined;
  }
}

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

/** One change: the object put under its id, or null for one removed. */
export type Change = [collection: CollectionName, id: string, value: { id: string } | null];

const FILE = 'journal.jsonl';

/**
 * An append-only file with one line for each transaction. A line is handed to the operating system before the call that
 * made it is answered, so ending the process at any moment loses nothing that was acknowledged; a torn last line was never acknowledged.
 */
export class Journal {
  private readonly file: string;
  private descriptor: number;
  /** Bytes appended since the file was last rewritten. */
  appendedBytes = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = join(folder, FILE);
    this.descriptor = openSync(this.file, 'a');
  }

  /** Every whole line, oldest first. */
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

  /** Replaces the file by one that holds only these changes. The former file stays until the new one is whole on disk. */
  rewrite(changes: Iterable<Change>): void {
    const fresh = `${this.file}.new`;
    const descriptor = openSync(fresh, 'w');
    for (const change of changes) writeSync(descriptor, `${JSON.stringify([change])}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    closeSync(this.descriptor);
    renameSync(fresh, this.file);
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

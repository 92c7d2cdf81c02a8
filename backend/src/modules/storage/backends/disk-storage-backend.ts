import { randomUUID } from 'node:crypto';
import { createWriteStream, type Dirent } from 'node:fs';
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissingError, StorageBackend, type ByteRange, type StoredFile } from './storage-backend.port.js';

const OWNER_ONLY = 0o700;
/** A folder can be removed as empty between its creation and the first file in it. */
const MAX_ATTEMPTS = 10;

/** Files in a folder. Bytes are written to a temporary file, synced, and renamed, so that no reader sees part of a file. */
export class DiskStorageBackend extends StorageBackend {
  private readonly root: string;
  private readonly temporary: string;

  constructor(folder: string) {
    super();
    this.root = resolve(folder, 'objects');
    this.temporary = resolve(folder, 'uploads');
  }

  /** Creates the folders. Throws if they can't be written to. */
  async open(): Promise<void> {
    for (const folder of [this.root, this.temporary]) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      await access(folder, constants.R_OK | constants.W_OK);
    }
  }

  override async write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.pathOf(key);
    const unfinished = join(this.temporary, randomUUID());
    try {
      await pipeline(bytes, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
      await this.place(path, (target) => rename(unfinished, target));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  override async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.pathOf(key));
      return file.createReadStream({ ...range, highWaterMark: 256 * 1024 });
    } catch (error) {
      throw missingOr(error, key);
    }
  }

  /** A link is as good as a copy, because bytes never change. */
  override async copy(from: string, to: string): Promise<void> {
    const source = this.pathOf(from);
    try {
      await stat(source);
    } catch (error) {
      throw missingOr(error, from);
    }
    await this.place(this.pathOf(to), async (target) => {
      try {
        await link(source, target);
      } catch (error) {
        if (!['EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error))) throw error;
        await this.copyBytes(source, target);
      }
    });
  }

  override async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const path = this.pathOf(key);
      await rm(path, { force: true });
      await this.removeEmptyFolders(dirname(path));
    }
  }

  override async has(key: string): Promise<boolean> {
    try {
      return (await stat(this.pathOf(key))).isFile();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  override list(): AsyncIterable<StoredFile> {
    return this.filesIn(this.root);
  }

  override async purgeInterruptedWrites(before: Date): Promise<number> {
    let purged = 0;
    for await (const { name } of entriesOf(this.temporary)) {
      const path = join(this.temporary, name);
      const changedAt = await changeTime(path);
      if (!changedAt || changedAt >= before) continue;
      await rm(path, { force: true });
      purged += 1;
    }
    return purged;
  }

  private async *filesIn(folder: string): AsyncIterable<StoredFile> {
    for await (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* this.filesIn(path);
      else {
        const createdAt = await changeTime(path);
        if (createdAt) yield { key: relative(this.root, path).split(sep).join('/'), createdAt };
      }
    }
  }

  /** Callers validate names; this is the last line of defense against leaving the folder. */
  private pathOf(key: string): string {
    const path = resolve(this.root, key);
    const isPlain = key.split('/').every((segment) => !['', '.', '..'].includes(segment));
    if (!isPlain || /[\0\\]/.test(key) || !path.startsWith(this.root + sep))
      throw new Error('The key is not a path inside the storage folder.');
    return path;
  }

  /** Creates the folder and puts a file in it, then syncs the folder, so that the file survives a power failure. */
  private async place(path: string, put: (path: string) => Promise<void>): Promise<void> {
    const folder = dirname(path);
    for (let attempt = 1; ; attempt++) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      try {
        await put(path);
        return await syncFolder(folder);
      } catch (error) {
        if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async copyBytes(source: string, target: string): Promise<void> {
    const unfinished = join(this.temporary, randomUUID());
    try {
      await copyFile(source, unfinished);
      await syncFolder(unfinished);
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  private async removeEmptyFolders(folder: string): Promise<void> {
    for (let current = folder; current.startsWith(this.root + sep); current = dirname(current)) {
      try {
        await rmdir(current);
      } catch (error) {
        if (isMissing(error)) continue;
        if (['ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(codeOf(error))) return;
        throw error;
      }
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Ends early if the folder is removed. */
async function* entriesOf(folder: string): AsyncIterable<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** When the file got this name. Unlike the modification time, it also changes when a file is linked or restored from a backup. */
async function changeTime(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).ctime;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function missingOr(error: unknown, key: string): unknown {
  return isMissing(error) ? new FileMissingError(key) : error;
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

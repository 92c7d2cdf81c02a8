import { randomUUID } from 'node:crypto';
import {
  close as closeFile,
  createWriteStream,
  open as openFile,
  read as readFile,
  type Dirent,
} from 'node:fs';
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
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  FileMissingError,
  StorageBackend,
  TargetClosedError,
  type ByteRange,
  type SendBytes,
  type StoredFile,
} from './storage-backend.port.js';

const OWNER_ONLY = 0o700;
const CHUNK_BYTES = 256 * 1024;
/** Chunks of an upload that arrive during a write are then written together. */
const WRITE_BUFFER_BYTES = 1024 ** 2;
/** File descriptors cost less than a `FileHandle`, which matters for small files. */
const [openDescriptor, readDescriptor, closeDescriptor] = [
  promisify(openFile),
  promisify(readFile),
  promisify(closeFile),
];
/** A folder can be removed as empty during its creation, and until the first file is in it. */
const MAX_ATTEMPTS = 50;

/** Files in a folder. Bytes are written to a temporary file, synced, and renamed, so that no reader sees part of a file. */
export class DiskStorageBackend extends StorageBackend {
  private readonly root: string;
  private readonly temporary: string;
  /** Resumable uploads. */
  readonly resumableFolder: string;

  constructor(folder: string) {
    super();
    this.root = resolve(folder, 'objects');
    this.temporary = resolve(folder, 'uploads');
    this.resumableFolder = resolve(folder, 'resumable');
  }

  /** Creates the folders. Throws if they can't be written to. */
  override async open(): Promise<void> {
    for (const folder of [this.root, this.temporary, this.resumableFolder]) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      await access(folder, constants.R_OK | constants.W_OK);
    }
  }

  override async close(): Promise<void> {
    // Holds no files open.
  }

  override async write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.resolvePath(key);
    const unfinished = join(this.temporary, randomUUID());
    try {
      await pipeline(
        bytes,
        createWriteStream(unfinished, {
          flags: 'wx',
          mode: 0o600,
          flush: true,
          highWaterMark: WRITE_BUFFER_BYTES,
        }),
      );
      await this.place(path, (target) => rename(unfinished, target));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  override async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.resolvePath(key));
      return file.createReadStream({ ...range, highWaterMark: CHUNK_BYTES });
    } catch (error) {
      throw missingOr(error, key);
    }
  }

  override async readInto(key: string, buffer: Buffer): Promise<Buffer> {
    const file = await open(this.resolvePath(key)).catch((error: unknown) => {
      throw missingOr(error, key);
    });
    try {
      const { size } = await file.stat();
      if (size > buffer.length) throw new RangeError('The file is larger than the buffer.');
      let length = 0;
      while (length < size) {
        const { bytesRead } = await file.read(buffer, length, size - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return buffer.subarray(0, length);
    } finally {
      await file.close();
    }
  }

  override async openForSending(key: string, range: ByteRange): Promise<SendBytes> {
    try {
      const descriptor = await openDescriptor(this.resolvePath(key), 'r');
      return (target) => sendRange(descriptor, range, target);
    } catch (error) {
      throw missingOr(error, key);
    }
  }

  /** A link is as good as a copy, because bytes never change. */
  override async copy(from: string, to: string): Promise<void> {
    const source = this.resolvePath(from);
    try {
      await stat(source);
    } catch (error) {
      throw missingOr(error, from);
    }
    await this.place(this.resolvePath(to), async (target) => {
      try {
        await link(source, target);
      } catch (error) {
        if (!['EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP'].includes(getErrorCode(error))) throw error;
        await this.copyBytes(source, target);
      }
    });
  }

  /** Moves a file beside the objects to this key. Has no effect if the file no longer exists. */
  async importFile(file: string, key: string): Promise<void> {
    try {
      await syncFile(file);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await this.place(this.resolvePath(key), (target) => rename(file, target));
  }

  override async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const path = this.resolvePath(key);
      await rm(path, { force: true });
      await this.removeEmptyFolders(dirname(path));
    }
  }

  override async has(key: string): Promise<boolean> {
    try {
      return (await stat(this.resolvePath(key))).isFile();
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
    for (const folder of [this.temporary, this.resumableFolder]) {
      for await (const { name } of readEntries(folder)) {
        const path = join(folder, name);
        const changedAt = await changeTime(path);
        if (!changedAt || changedAt >= before) continue;
        await rm(path, { force: true });
        purged += 1;
      }
    }
    return purged;
  }

  private async *filesIn(folder: string): AsyncIterable<StoredFile> {
    for await (const entry of readEntries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* this.filesIn(path);
      else {
        const createdAt = await changeTime(path);
        if (createdAt) yield { key: relative(this.root, path).split(sep).join('/'), createdAt };
      }
    }
  }

  /** Callers validate names; this is the last line of defense against leaving the folder. */
  private resolvePath(key: string): string {
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
      try {
        await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
        await put(path);
        return await syncFile(folder);
      } catch (error) {
        if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async copyBytes(source: string, target: string): Promise<void> {
    const unfinished = join(this.temporary, randomUUID());
    try {
      await copyFile(source, unfinished);
      await syncFile(unfinished);
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
        if (['ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(getErrorCode(error))) return;
        throw error;
      }
    }
  }
}

/** Reuses one buffer: a stream allocates one for each chunk, and collecting them takes several times as long as sending. */
async function sendRange(descriptor: number, { start, end }: ByteRange, target: Writable): Promise<void> {
  const closed = Promise.withResolvers<never>();
  const onClose = () => closed.reject(new TargetClosedError());
  closed.promise.catch(() => undefined);
  target.once('close', onClose);
  if (target.destroyed) onClose();
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, end - start + 1));
    for (let position = start; position <= end;) {
      const wanted = Math.min(buffer.length, end - position + 1);
      const { bytesRead } = await readDescriptor(descriptor, buffer, 0, wanted, position);
      if (bytesRead === 0) throw new Error('The file is shorter than expected.');
      await Promise.race([write(target, buffer.subarray(0, bytesRead)), closed.promise]);
      position += bytesRead;
    }
  } finally {
    target.off('close', onClose);
    await closeDescriptor(descriptor);
  }
}

/** Resolves when the bytes may be overwritten. */
function write(target: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    target.write(bytes, (error) => (error ? reject(new TargetClosedError(error)) : resolve()));
  });
}

/** Also works for folders. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Ends early if the folder is removed. */
async function* readEntries(folder: string): AsyncIterable<Dirent> {
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
  return ['ENOENT', 'ENOTDIR'].includes(getErrorCode(error));
}

function getErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

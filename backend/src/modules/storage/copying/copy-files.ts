import { Injectable } from '@nestjs/common';
import { createHash, type Hash } from 'node:crypto';
import { FileMissingError, type StorageBackend } from '../backends/storage-backend.port.js';
import { Checksum } from '../core/checksum.js';
import { SYSTEM_FOLDER, versionKey } from '../core/version-keys.js';
import { ObjectsRepository, type StoredObject } from '../objects/objects.repository.js';

const BATCH_SIZE = 500;
const CONCURRENCY = 4;
const MAX_ATTEMPTS = 3;

export type CopyOutcome =
  /** Copied now, and read back. */
  | 'copied'
  /** Already copied by an earlier run, with the same bytes. */
  | 'verified'
  /** Replaced or removed during the copy. */
  | 'changed'
  /** The bytes at the source differ from those that were uploaded. */
  | 'corrupt'
  /** The bytes are missing at the source. */
  | 'missing'
  /** An error of one of the backends; see the log. */
  | 'failed';

export interface CopyProgress {
  /** Objects that existed at the start. */
  objects: number;
  bytes: number;
  done: { objects: number; bytes: number };
  outcomes: Record<CopyOutcome, number>;
}

export interface CopyListener {
  progress(progress: CopyProgress): void;
  /** An object whose bytes are not at the target. */
  problem(object: StoredObject, outcome: CopyOutcome, error?: unknown): void;
}

/**
 * Copies the bytes of all objects from one backend to another, and verifies each copy by its checksum. Can be interrupted and repeated:
 * files copied earlier are only verified, and files uploaded since are copied.
 */
@Injectable()
export class CopyFiles {
  constructor(private readonly objects: ObjectsRepository) {}

  async copy(from: StorageBackend, to: StorageBackend, listener: CopyListener): Promise<CopyProgress> {
    const outcomes = { copied: 0, verified: 0, changed: 0, corrupt: 0, missing: 0, failed: 0 };
    const progress = { ...(await this.objects.totals()), done: { objects: 0, bytes: 0 }, outcomes };
    for (let last: string | undefined; ;) {
      const batch = await this.objects.findAfter(last, BATCH_SIZE);
      const rest = batch.values();
      const copyRest = async () => {
        for (const object of rest) {
          const outcome = await this.tryToCopy(object, from, to, listener);
          progress.outcomes[outcome] += 1;
          progress.done.objects += 1;
          progress.done.bytes += object.size;
          listener.progress(progress);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, copyRest));
      if (batch.length < BATCH_SIZE) break;
      last = batch.at(-1)!.id;
    }
    await this.copyInternal(from, to);
    return progress;
  }

  /** Files that belong to no object. Exports may be deleted meanwhile. */
  private async copyInternal(from: StorageBackend, to: StorageBackend): Promise<void> {
    for await (const { key } of from.list()) {
      if (!key.startsWith(SYSTEM_FOLDER) || (await to.has(key))) continue;
      try {
        await to.write(key, await from.read(key));
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
      }
    }
  }

  private async tryToCopy(
    object: StoredObject,
    from: StorageBackend,
    to: StorageBackend,
    listener: CopyListener,
  ): Promise<CopyOutcome> {
    try {
      const outcome = await this.copyOne(object, from, to);
      if (['corrupt', 'missing'].includes(outcome)) listener.problem(object, outcome);
      return outcome;
    } catch (error) {
      listener.problem(object, 'failed', error);
      return 'failed';
    }
  }

  private async copyOne(
    object: StoredObject,
    from: StorageBackend,
    to: StorageBackend,
  ): Promise<CopyOutcome> {
    const key = versionKey(object);
    if (await isIntact(to, key, object)) return 'verified';
    for (let attempt = 1; ; attempt++) {
      const sent = new Verification(object);
      try {
        await to.write(key, counted(await from.read(key), sent));
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error;
        return (await this.isCurrent(object)) ? 'missing' : 'changed';
      }
      if (!sent.succeeded()) {
        await to.delete([key]);
        return 'corrupt';
      }
      if (await isIntact(to, key, object)) return 'copied';
      if (attempt === MAX_ATTEMPTS) throw new Error('The copy differs from what was sent.');
    }
  }

  private async isCurrent({ bucketId, name, version }: StoredObject): Promise<boolean> {
    return (await this.objects.find(bucketId, name))?.version === version;
  }
}

async function isIntact(backend: StorageBackend, key: string, object: StoredObject): Promise<boolean> {
  const read = new Verification(object);
  try {
    for await (const _chunk of counted(await backend.read(key), read));
  } catch (error) {
    if (error instanceof FileMissingError) return false;
    throw error;
  }
  return read.succeeded();
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  verification: Verification,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    verification.update(chunk);
    yield chunk;
  }
}

/** An ETag of earlier versions: the SHA-256 of the bytes. */
const SHA256_ETAG = /^"[0-9a-f]{64}"$/;

/** Compares bytes with the size and ETag of an object. */
class Verification {
  private readonly checksum = new Checksum();
  private readonly sha256: Hash | undefined;

  constructor(private readonly object: StoredObject) {
    if (SHA256_ETAG.test(object.etag)) this.sha256 = createHash('sha256');
  }

  update(chunk: Uint8Array): void {
    this.checksum.update(chunk);
    this.sha256?.update(chunk);
  }

  /** To be called once, after all bytes. */
  succeeded(): boolean {
    const etag = this.sha256 ? `"${this.sha256.digest('hex')}"` : this.checksum.etag;
    return this.checksum.size === this.object.size && etag === this.object.etag;
  }
}

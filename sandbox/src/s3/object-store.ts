import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes in a file. An object made of several parts has several. */
export interface StoredPart {
  file: string;
  size: number;
}

export interface StoredObject {
  bucket: string;
  key: string;
  size: number;
  etag: string;
  lastModified: string;
  /** Content type and other headers to send with the bytes. */
  headers: Record<string, string>;
  parts: StoredPart[];
}

/** Inclusive positions. */
export interface Range {
  start: number;
  end: number;
}

/** Objects on disk: a JSON file for each, and the files with its bytes. Replacing the JSON file replaces the object atomically. */
export class ObjectStore {
  private readonly buckets = new Map<string, Map<string, StoredObject>>();
  private readonly sorted = new Map<string, string[]>();
  private readonly index: string;
  private readonly bytes: string;

  constructor(dataDir: string, buckets: readonly string[]) {
    this.index = join(dataDir, 'objects');
    this.bytes = join(dataDir, 'bytes');
    for (const folder of [this.index, this.bytes]) mkdirSync(folder, { recursive: true });
    for (const bucket of buckets) this.createBucket(bucket);
    for (const name of readdirSync(this.index)) {
      if (!name.endsWith('.json')) continue;
      const object = JSON.parse(readFileSync(join(this.index, name), 'utf8')) as StoredObject;
      this.createBucket(object.bucket).set(object.key, object);
    }
  }

  hasBucket(bucket: string): boolean {
    return this.buckets.has(bucket);
  }

  createBucket(name: string): Map<string, StoredObject> {
    const objects = this.buckets.get(name) ?? new Map<string, StoredObject>();
    this.buckets.set(name, objects);
    return objects;
  }

  /** A path for bytes that are about to be stored. */
  newFile(): string {
    return join(this.bytes, randomUUID());
  }

  find(bucket: string, key: string): StoredObject | undefined {
    return this.buckets.get(bucket)?.get(key);
  }

  /** Stores or replaces an object. Readers of the previous version are not affected. */
  async put(object: StoredObject): Promise<void> {
    const file = this.indexFile(object);
    const unfinished = `${file}.${randomUUID()}`;
    await writeFile(unfinished, JSON.stringify(object));
    await rename(unfinished, file);
    const previous = this.find(object.bucket, object.key);
    this.createBucket(object.bucket).set(object.key, object);
    if (!previous) this.sorted.delete(object.bucket);
    await deleteFiles(previous?.parts ?? []);
  }

  async delete(bucket: string, key: string): Promise<void> {
    const object = this.find(bucket, key);
    if (!object) return;
    await rm(this.indexFile(object), { force: true });
    this.buckets.get(bucket)?.delete(key);
    this.sorted.delete(bucket);
    await deleteFiles(object.parts);
  }

  /** New names for the same bytes. */
  async linkParts(parts: readonly StoredPart[]): Promise<StoredPart[]> {
    return Promise.all(
      parts.map(async ({ file, size }) => {
        const copy = this.newFile();
        await link(file, copy);
        return { file: copy, size };
      }),
    );
  }

  /** Keys in byte order. */
  keys(bucket: string): readonly string[] {
    const known = this.sorted.get(bucket);
    if (known) return known;
    const keys = [...(this.buckets.get(bucket)?.keys() ?? [])]
      .map((key) => Buffer.from(key))
      .sort((a, b) => a.compare(b))
      .map((key) => key.toString());
    this.sorted.set(bucket, keys);
    return keys;
  }

  private indexFile({ bucket, key }: Pick<StoredObject, 'bucket' | 'key'>): string {
    return join(this.index, `${createHash('sha256').update(`${bucket}/${key}`).digest('hex')}.json`);
  }
}

/** The bytes of a range that spans several files. */
export async function* readParts(
  parts: readonly StoredPart[],
  { start, end }: Range,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (const { file, size } of parts) {
    const [first, last] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
    if (first <= last)
      yield* createReadStream(file, {
        start: first,
        end: last,
        highWaterMark: 256 * 1024,
      }) as AsyncIterable<Uint8Array>;
    offset += size;
  }
}

export async function deleteFiles(parts: readonly StoredPart[]): Promise<void> {
  await Promise.all(parts.map(({ file }) => rm(file, { force: true })));
}

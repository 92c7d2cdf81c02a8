import type { Call } from './call.ts';
import { readParts, type ObjectStore, type Range, type StoredObject } from './object-store.ts';
import { noSuchKey, S3Error } from './s3-error.ts';

const MAX_KEY_BYTES = 1024;
/** Headers of an upload that are sent with the bytes. */
const STORED_HEADER = /^(content-type|cache-control|content-disposition|content-encoding|x-amz-meta-.+)$/;

export class ObjectOperations {
  private readonly objects: ObjectStore;
  private readonly maxPutBytes: number;

  /** @param maxPutBytes limit of an upload or copy in one request */
  constructor(objects: ObjectStore, maxPutBytes: number) {
    this.objects = objects;
    this.maxPutBytes = maxPutBytes;
  }

  async put(call: Call): Promise<void> {
    assertKey(call.key);
    const { md5, ...part } = await call.receive(this.objects.newFile());
    if (part.size > this.maxPutBytes)
      throw new S3Error(400, 'EntityTooLarge', 'The upload exceeds the maximum allowed size.');
    const object = {
      ...newObject(call, `"${md5}"`, part.size),
      headers: storedHeaders(call),
      parts: [part],
    };
    await this.objects.put(object);
    call.send(200, { etag: object.etag });
  }

  async copy(call: Call): Promise<void> {
    assertKey(call.key);
    const source = this.getSource(call);
    if (source.size > this.maxPutBytes)
      throw new S3Error(400, 'InvalidRequest', 'The copy source is larger than the maximum allowed size.');
    const object = {
      ...newObject(call, source.etag, source.size),
      headers: source.headers,
      parts: await this.objects.linkParts(source.parts),
    };
    await this.objects.put(object);
    call.sendXml('CopyObjectResult', { ETag: object.etag, LastModified: object.lastModified });
  }

  async get(call: Call): Promise<void> {
    const object = this.find(call);
    const range = parseRange(call, object.size);
    const headers = toHeaders(object);
    if (!range) {
      const all = { start: 0, end: object.size - 1 };
      return call.stream(200, { ...headers, 'content-length': object.size }, readParts(object.parts, all));
    }
    const { start, end } = range;
    await call.stream(
      206,
      {
        ...headers,
        'content-length': end - start + 1,
        'content-range': `bytes ${start}-${end}/${object.size}`,
      },
      readParts(object.parts, range),
    );
  }

  head(call: Call): void {
    const object = this.find(call);
    call.send(200, { ...toHeaders(object), 'content-length': object.size });
  }

  async delete(call: Call): Promise<void> {
    await this.objects.delete(call.bucket, call.key);
    call.send(204);
  }

  /** The object that `x-amz-copy-source` names. */
  getSource(call: Call): StoredObject {
    const source = decodeURIComponent(call.header('x-amz-copy-source') ?? '').replace(/^\//, '');
    const slash = source.indexOf('/');
    const object = this.objects.find(source.slice(0, slash), source.slice(slash + 1));
    if (!object) throw noSuchKey();
    return object;
  }

  private find({ bucket, key }: Call): StoredObject {
    const object = this.objects.find(bucket, key);
    if (!object) throw noSuchKey();
    return object;
  }
}

export function assertKey(key: string): void {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    throw new S3Error(400, 'KeyTooLongError', 'The key is longer than 1024 bytes.');
}

export function storedHeaders({ request }: Call): Record<string, string> {
  const stored = Object.entries(request.headers).filter(([name]) => STORED_HEADER.test(name));
  return Object.fromEntries(stored.map(([name, value]) => [name, String(value)]));
}

export function newObject({ bucket, key }: Call, etag: string, size: number) {
  return { bucket, key, etag, size, lastModified: new Date().toISOString() };
}

function toHeaders({ headers, etag, lastModified }: StoredObject): Record<string, string> {
  return {
    ...headers,
    etag,
    'last-modified': new Date(lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  };
}

/** Undefined for the whole object. */
function parseRange(call: Call, size: number): Range | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(call.header('range') ?? '') ?? [];
  if (!first && !last) return undefined;
  const range = first
    ? { start: Number(first), end: last ? Math.min(Number(last), size - 1) : size - 1 }
    : { start: Math.max(size - Number(last), 0), end: size - 1 };
  if (range.start > range.end)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable.');
  return range;
}

import type { Call } from './call.ts';
import type { MultipartUploads } from './multipart-uploads.ts';
import type { ObjectStore } from './object-store.ts';
import { notImplemented, S3Error } from './s3-error.ts';
import { readXml } from './xml.ts';

const MAX_PAGE = 1000;

export class BucketOperations {
  private readonly objects: ObjectStore;
  private readonly uploads: MultipartUploads;

  constructor(objects: ObjectStore, uploads: MultipartUploads) {
    this.objects = objects;
    this.uploads = uploads;
  }

  async execute(call: Call): Promise<void> {
    const { bucket, query } = call;
    const { method } = call.request;
    if (method === 'PUT' && query.size === 0) {
      this.objects.createBucket(bucket);
      return call.send(200, { location: `/${bucket}` });
    }
    this.assertExists(bucket);
    if (method === 'HEAD') return call.send(200);
    if (method === 'POST' && query.has('delete')) return this.deleteMany(call);
    if (method === 'GET' && query.get('list-type') === '2') return this.list(call);
    if (method === 'GET' && query.has('uploads')) return this.listUploads(call);
    throw notImplemented(`${method} ${call.request.url}`);
  }

  assertExists(bucket: string): void {
    if (!this.objects.hasBucket(bucket))
      throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist.');
  }

  private async deleteMany(call: Call): Promise<void> {
    if (call.header('content-md5') === undefined && call.header('x-amz-checksum-crc32') === undefined)
      throw new S3Error(400, 'InvalidRequest', 'DeleteObjects requires Content-MD5 or a checksum.');
    const entries = await readXml(await call.readText(), 'Delete', 'Object');
    const keys = entries.map(({ Key }) => Key?.[0] ?? '');
    if (keys.length > MAX_PAGE)
      throw new S3Error(400, 'MalformedXML', `At most ${MAX_PAGE} objects can be deleted at once.`);
    for (const key of keys) await this.objects.delete(call.bucket, key);
    call.sendXml('DeleteResult', { Deleted: keys.map((Key) => ({ Key })) });
  }

  private list(call: Call): void {
    const { bucket, query } = call;
    if (query.has('delimiter')) throw notImplemented('listing with a delimiter');
    const prefix = query.get('prefix') ?? '';
    const token = query.get('continuation-token');
    const after = token === null ? query.get('start-after') : Buffer.from(token, 'base64url').toString();
    const limit = Math.min(Number(query.get('max-keys') ?? MAX_PAGE), MAX_PAGE);
    const matching = this.objects
      .keys(bucket)
      .filter((key) => key.startsWith(prefix) && (after === null || isAfter(key, after)));
    const page = matching.slice(0, limit);
    const isTruncated = matching.length > page.length;
    call.sendXml('ListBucketResult', {
      Name: bucket,
      Prefix: prefix,
      KeyCount: page.length,
      MaxKeys: limit,
      IsTruncated: isTruncated,
      ...(isTruncated ? { NextContinuationToken: Buffer.from(page.at(-1)!).toString('base64url') } : {}),
      Contents: page.map((key) => {
        const { size, etag, lastModified } = this.objects.find(bucket, key)!;
        return { Key: key, LastModified: lastModified, ETag: etag, Size: size, StorageClass: 'STANDARD' };
      }),
    });
  }

  private listUploads(call: Call): void {
    const { bucket, query } = call;
    const [keyMarker, idMarker] = [query.get('key-marker'), query.get('upload-id-marker') ?? ''];
    const limit = Math.min(Number(query.get('max-uploads') ?? MAX_PAGE), MAX_PAGE);
    const matching = this.uploads
      .list(bucket)
      .filter(
        ({ key, id }) =>
          keyMarker === null || isAfter(key, keyMarker) || (key === keyMarker && id > idMarker),
      );
    const page = matching.slice(0, limit);
    const last = page.at(-1);
    call.sendXml('ListMultipartUploadsResult', {
      Bucket: bucket,
      MaxUploads: limit,
      IsTruncated: matching.length > page.length,
      ...(last ? { NextKeyMarker: last.key, NextUploadIdMarker: last.id } : {}),
      Upload: page.map(({ key, id, initiated }) => ({ Key: key, UploadId: id, Initiated: initiated })),
    });
  }
}

function isAfter(key: string, other: string): boolean {
  return Buffer.from(key).compare(Buffer.from(other)) > 0;
}

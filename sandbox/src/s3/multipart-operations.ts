import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Call } from './call.ts';
import type { MultipartUpload, MultipartUploads } from './multipart-uploads.ts';
import { assertKey, newObject, storedHeaders, type ObjectOperations } from './object-operations.ts';
import { readParts, type ObjectStore, type StoredPart } from './object-store.ts';
import { noSuchUpload, S3Error } from './s3-error.ts';
import { readXml } from './xml.ts';

const MAX_PART_NUMBER = 10_000;
/** All parts but the last are at least this large. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PAGE = 1000;

export class MultipartOperations {
  private readonly uploads: MultipartUploads;
  private readonly objects: ObjectStore;
  private readonly objectOperations: ObjectOperations;

  constructor(uploads: MultipartUploads, objects: ObjectStore, objectOperations: ObjectOperations) {
    this.uploads = uploads;
    this.objects = objects;
    this.objectOperations = objectOperations;
  }

  async create(call: Call): Promise<void> {
    const { bucket, key } = call;
    assertKey(key);
    const { id } = await this.uploads.create({ bucket, key, headers: storedHeaders(call) });
    call.sendXml('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
  }

  async uploadPart(call: Call): Promise<void> {
    const upload = this.find(call);
    const partNumber = parsePartNumber(call);
    const { md5, ...part } = await call.receive(this.objects.newFile());
    const etag = `"${md5}"`;
    await this.uploads.addPart(upload, partNumber, { ...part, etag, lastModified: new Date().toISOString() });
    call.send(200, { etag });
  }

  async copyPart(call: Call): Promise<void> {
    const upload = this.find(call);
    const partNumber = parsePartNumber(call);
    const source = this.objectOperations.getSource(call);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(call.header('x-amz-copy-source-range') ?? '') ?? [];
    const range = { start: Number(start ?? 0), end: Number(end ?? source.size - 1) };
    if (range.start > range.end || range.end >= source.size)
      throw new S3Error(400, 'InvalidArgument', 'The range is not valid for the source object.');
    const file = this.objects.newFile();
    await pipeline(readParts(source.parts, range), createWriteStream(file));
    const etag = `"${await computeMd5(file)}"`;
    const lastModified = new Date().toISOString();
    const size = range.end - range.start + 1;
    await this.uploads.addPart(upload, partNumber, { file, size, etag, lastModified });
    call.sendXml('CopyPartResult', { ETag: etag, LastModified: lastModified });
  }

  async complete(call: Call): Promise<void> {
    const upload = this.find(call);
    const entries = await readXml(await call.readText(), 'CompleteMultipartUpload', 'Part');
    const numbers = entries.map(({ PartNumber }) => Number(PartNumber?.[0]));
    if (numbers.some((number, index) => index > 0 && number <= numbers[index - 1]!))
      throw new S3Error(400, 'InvalidPartOrder', 'The parts must be in ascending order.');
    const parts = entries.map(({ ETag }, index) => {
      const part = upload.parts[numbers[index]!];
      if (!part || part.etag.replaceAll('"', '') !== ETag?.[0]?.replaceAll('"', ''))
        throw new S3Error(400, 'InvalidPart', 'A part was not uploaded, or its ETag does not match.');
      return part;
    });
    if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES))
      throw new S3Error(400, 'EntityTooSmall', 'A part is smaller than the minimum allowed size.');
    const md5s = parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'));
    const etag = `"${createHash('md5').update(Buffer.concat(md5s)).digest('hex')}-${parts.length}"`;
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const stored: StoredPart[] = parts.map(({ file, size: bytes }) => ({ file, size: bytes }));
    await this.objects.put({ ...newObject(call, etag, size), headers: upload.headers, parts: stored });
    await this.uploads.remove(upload, stored);
    const { bucket, key } = call;
    call.sendXml('CompleteMultipartUploadResult', {
      Location: `/${bucket}/${key}`,
      Bucket: bucket,
      Key: key,
      ETag: etag,
    });
  }

  async abort(call: Call): Promise<void> {
    await this.uploads.remove(this.find(call));
    call.send(204);
  }

  listParts(call: Call): void {
    const { bucket, key, query } = call;
    const upload = this.find(call);
    const marker = Number(query.get('part-number-marker') ?? 0);
    const limit = Math.min(Number(query.get('max-parts') ?? MAX_PAGE), MAX_PAGE);
    const numbers = Object.keys(upload.parts)
      .map(Number)
      .filter((number) => number > marker)
      .sort((a, b) => a - b);
    const page = numbers.slice(0, limit);
    call.sendXml('ListPartsResult', {
      Bucket: bucket,
      Key: key,
      UploadId: upload.id,
      MaxParts: limit,
      IsTruncated: numbers.length > page.length,
      ...(page.length > 0 ? { NextPartNumberMarker: page.at(-1) } : {}),
      Part: page.map((number) => {
        const { etag, size, lastModified } = upload.parts[number]!;
        return { PartNumber: number, ETag: etag, Size: size, LastModified: lastModified };
      }),
    });
  }

  private find({ bucket, key, query }: Call): MultipartUpload {
    const upload = this.uploads.find(bucket, key, query.get('uploadId'));
    if (!upload) throw noSuchUpload();
    return upload;
  }
}

function parsePartNumber({ query }: Call): number {
  const number = Number(query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER)
    throw new S3Error(400, 'InvalidArgument', `partNumber must be from 1 to ${MAX_PART_NUMBER}.`);
  return number;
}

async function computeMd5(file: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

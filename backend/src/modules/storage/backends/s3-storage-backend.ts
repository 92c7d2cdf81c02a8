import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Settings } from '../../../platform/config/s3-settings.js';
import { BackendUnavailableError } from '../core/storage-errors.js';
import { copyInParts, copySource } from './s3-copy-in-parts.js';
import { createS3Client, isMissing, SHORT_TIMEOUT, withOutage } from './s3-client.js';
import {
  FileMissingError,
  StorageBackend,
  TargetClosedError,
  type ByteRange,
  type SendBytes,
  type StoredFile,
} from './storage-backend.port.js';

const MIB = 1024 ** 2;
/** Two parts per upload are held in memory. */
const PART_BYTES = 8 * MIB;
const CONCURRENT_PARTS = 2;
/** Limits of S3. */
const MAX_PARTS = 10_000;
const MAX_COPY_BYTES = 5 * 1024 * MIB;
const MAX_DELETIONS = 1000;
/** What resumable uploads keep beside their parts. */
const RESUMABLE_STATE = /\/~[0-9a-f-]{36}\.(info|part)$/;

export interface S3StorageOptions {
  /** The largest file that will be written. Larger ones need larger parts. */
  maxFileBytes: number;
  /** Larger files are copied in parts of this size. */
  maxCopyBytes?: number;
}

/** Objects in an S3-compatible store. An object appears when its upload is complete. */
export class S3StorageBackend extends StorageBackend {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly partBytes: number;
  private readonly maxCopyBytes: number;

  constructor(settings: S3Settings, { maxFileBytes, maxCopyBytes = MAX_COPY_BYTES }: S3StorageOptions) {
    super();
    this.client = createS3Client(settings);
    this.bucket = settings.bucket;
    this.partBytes = Math.max(PART_BYTES, Math.ceil(maxFileBytes / MAX_PARTS));
    this.maxCopyBytes = maxCopyBytes;
  }

  override async open(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }), SHORT_TIMEOUT);
    } catch (error) {
      if (error instanceof BackendUnavailableError) throw error;
      if (!(error instanceof S3ServiceException)) throw new BackendUnavailableError(error);
      const status = error.$metadata.httpStatusCode;
      throw new Error(
        `The S3 bucket ${this.bucket} can't be used (status ${status}): check STORAGE_S3_BUCKET, STORAGE_S3_REGION, STORAGE_S3_ENDPOINT and the access key.`,
        { cause: error },
      );
    }
  }

  override async close(): Promise<void> {
    this.client.destroy();
  }

  override async write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const upload = new Upload({
      client: this.client,
      params: { Bucket: this.bucket, Key: key, Body: Readable.from(bytes, { objectMode: false }) },
      partSize: this.partBytes,
      queueSize: CONCURRENT_PARTS,
    });
    await upload.done();
  }

  override async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await this.missingAware(
      key,
      this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range }), SHORT_TIMEOUT),
    );
    return Body as Readable;
  }

  override async readInto(key: string, buffer: Buffer): Promise<Buffer> {
    let length = 0;
    const bytes: AsyncIterable<Uint8Array> = await this.read(key);
    try {
      for await (const chunk of bytes) {
        buffer.set(chunk, length);
        length += chunk.length;
      }
    } catch (error) {
      throw withOutage(error);
    }
    return buffer.subarray(0, length);
  }

  override async openForSending(key: string, range: ByteRange): Promise<SendBytes> {
    const bytes = await this.read(key, range.end < range.start ? undefined : range);
    return async (target) => {
      try {
        await pipeline(bytes, target, { end: false });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw code === 'ERR_STREAM_PREMATURE_CLOSE' ? new TargetClosedError(error) : error;
      }
    };
  }

  override async copy(from: string, to: string): Promise<void> {
    const { bucket, client, maxCopyBytes } = this;
    const { ContentLength = 0 } = await this.head(from);
    if (ContentLength > maxCopyBytes)
      return copyInParts({ client, bucket, from, to, size: ContentLength, partBytes: maxCopyBytes });
    await this.missingAware(
      from,
      client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: copySource(bucket, from) })),
    );
  }

  override async delete(keys: readonly string[]): Promise<void> {
    const { bucket: Bucket } = this;
    const [key, ...others] = keys;
    if (key === undefined) return;
    if (others.length === 0)
      return void (await this.client.send(new DeleteObjectCommand({ Bucket, Key: key }), SHORT_TIMEOUT));
    for (let start = 0; start < keys.length; start += MAX_DELETIONS) {
      const Objects = keys.slice(start, start + MAX_DELETIONS).map((Key) => ({ Key }));
      const { Errors = [] } = await this.client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        SHORT_TIMEOUT,
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]!.Code}`);
    }
  }

  override async has(key: string): Promise<boolean> {
    try {
      await this.head(key);
      return true;
    } catch (error) {
      if (error instanceof FileMissingError) return false;
      throw error;
    }
  }

  override async *list(): AsyncIterable<StoredFile> {
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket }, SHORT_TIMEOUT);
    for await (const { Contents = [] } of pages) {
      for (const { Key, LastModified } of Contents)
        if (!RESUMABLE_STATE.test(Key!)) yield { key: Key!, createdAt: LastModified! };
    }
  }

  override async purgeInterruptedWrites(before: Date): Promise<number> {
    let purged = 0;
    for await (const { Key, UploadId, Initiated } of this.multipartUploads()) {
      if (Initiated! >= before) continue;
      try {
        await this.client.send(
          new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }),
          SHORT_TIMEOUT,
        );
        purged += 1;
      } catch (error) {
        // Completed or aborted in the meantime.
        if (!isMissing(error)) throw error;
      }
    }
    return purged;
  }

  private async *multipartUploads(): AsyncIterable<MultipartUpload> {
    for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined; ;) {
      const page = await this.client.send(
        new ListMultipartUploadsCommand({ Bucket: this.bucket, KeyMarker, UploadIdMarker }),
        SHORT_TIMEOUT,
      );
      yield* page.Uploads ?? [];
      if (!page.IsTruncated) return;
      KeyMarker = page.NextKeyMarker;
      UploadIdMarker = page.NextUploadIdMarker;
    }
  }

  private head(key: string) {
    return this.missingAware(
      key,
      this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }), SHORT_TIMEOUT),
    );
  }

  private async missingAware<T>(key: string, response: Promise<T>): Promise<T> {
    try {
      return await response;
    } catch (error) {
      throw isMissing(error) ? new FileMissingError(key) : error;
    }
  }
}

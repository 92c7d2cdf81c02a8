import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import type { S3Settings } from '../../../platform/config/s3-settings.js';
import { BackendUnavailableError } from '../core/storage-errors.js';
import { ResumableFiles } from './resumable-files.js';
import { createS3Client, isMissing, reportOutages, s3ClientConfig } from './s3-client.js';

/** The upload's state, and bytes too few for a part, stored beside its key. */
const STATE = '.info';
const INCOMPLETE_PART = '.part';

class ReliableS3Store extends S3Store {
  constructor(options: ConstructorParameters<typeof S3Store>[0]) {
    super(options);
    reportOutages(this.client);
  }

  /** The base class reports any failure to read the state as a missing upload, which a client would start over. */
  override async getUpload(id: string): ReturnType<S3Store['getUpload']> {
    try {
      return await super.getUpload(id);
    } catch (error) {
      if (error instanceof Error || (await this.isStateMissing(id))) throw error;
      throw new BackendUnavailableError(error);
    }
  }

  private async isStateMissing(id: string): Promise<boolean> {
    try {
      await this.getMetadata(id);
      return false;
    } catch (error) {
      if (isMissing(error)) return true;
      throw error;
    }
  }

  /**
   * Ignores parts after a gap, which a process leaves if it is killed while uploading several parts. Otherwise their sizes would count
   * toward the offset, and the file would have the right size but the wrong bytes. Resuming uploads them again.
   */
  protected override async retrieveParts(
    ...[id, marker]: Parameters<S3Store['retrieveParts']>
  ): ReturnType<S3Store['retrieveParts']> {
    let expected = Number(marker ?? 0);
    const parts = await super.retrieveParts(id, marker);
    const gap = parts.findIndex(({ PartNumber }) => PartNumber !== ++expected);
    return gap === -1 ? parts : parts.slice(0, gap);
  }
}

/** Collects bytes as a multipart upload to the final key. */
export class S3ResumableFiles extends ResumableFiles {
  override readonly store: S3Store;
  private readonly client: S3Client;

  constructor(private readonly settings: S3Settings) {
    super();
    this.client = createS3Client(settings);
    this.store = new ReliableS3Store({
      s3ClientConfig: { ...s3ClientConfig(settings), bucket: settings.bucket },
      // Another process may have changed the state.
      cache: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
    });
  }

  override toId(key: string): string {
    return key;
  }

  override async finish(key: string): Promise<void> {
    await this.deleteState(key);
  }

  override async discard(key: string): Promise<void> {
    const Bucket = this.settings.bucket;
    try {
      const state = await this.client.send(new GetObjectCommand({ Bucket, Key: key + STATE }));
      const UploadId = state.Metadata?.['upload-id'];
      await this.client.send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId }));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await this.deleteState(key);
  }

  private async deleteState(key: string): Promise<void> {
    for (const Key of [key + INCOMPLETE_PART, key + STATE])
      await this.client.send(new DeleteObjectCommand({ Bucket: this.settings.bucket, Key }));
  }
}

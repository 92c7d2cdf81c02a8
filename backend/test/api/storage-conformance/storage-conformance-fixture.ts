import type { StorageClient } from '@supabase/storage-js';
import { recordCalls } from '../../support/client-methods.js';
import {
  createBucket,
  unwrap,
  startStorageFixture,
  storageClient,
  type StorageFixture,
} from '../../support/storage.js';

type Files = ReturnType<StorageClient['from']>;

/** The product, and clients that record which methods of the library were called. */
export class StorageConformanceFixture {
  product!: StorageFixture;
  /** Clients with the operator's key, a user's token, and the public key. */
  service!: StorageClient;
  user!: StorageClient;
  anonymous!: StorageClient;
  /** Everyone may read and list, owners may write and remove. */
  bucket!: string;
  /** Allows text of at most 10 bytes. */
  limited!: string;
  private readonly called = new Set<string>();

  async start(): Promise<void> {
    this.product = await startStorageFixture({ STORAGE_MAX_FILE_BYTES: '1000' });
    const { client } = await this.product.signIn();
    this.service = recordCalls(this.product.service, this.called);
    this.user = recordCalls(client, this.called);
    this.anonymous = recordCalls(this.product.anonymous, this.called);
    const rules = { read: ['public'], list: ['public'], write: ['owner'], remove: ['owner'] };
    this.bucket = await createBucket(this.product, { public: true }, rules);
    const limits = { public: false, fileSizeLimit: 10, allowedMimeTypes: ['text/*'] };
    this.limited = await createBucket(this.product, limits);
    for (const name of ['taken.txt', 'source.txt', 'folder/a.txt'])
      unwrap(await this.files.upload(name, `content of ${name}`));
  }

  stop(): Promise<void> | undefined {
    return this.product?.stop();
  }

  /** The shared bucket, with the operator's key. */
  get files(): Files {
    return this.service.from(this.bucket);
  }

  /** A client whose settings a test may change. */
  newClient(): StorageClient {
    return recordCalls(storageClient(this.product, this.product.serviceKey), this.called);
  }

  /** Those of `methods` that no test has called. */
  uncalled(methods: readonly string[]): string[] {
    return methods.filter((method) => !this.called.has(method));
  }
}

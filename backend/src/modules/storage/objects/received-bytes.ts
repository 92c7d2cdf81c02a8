import { createHash } from 'node:crypto';
import { EntityTooLargeError, UploadAbortedError } from '../core/storage-errors.js';

/** The bytes of an upload on their way to the backend: counted, limited and hashed. Can be read once. */
export class ReceivedBytes implements AsyncIterable<Uint8Array> {
  private readonly hash = createHash('md5');
  private received = 0;

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly limit: number,
  ) {}

  get size(): number {
    return this.received;
  }

  /** Ends the calculation. */
  etag(): string {
    return `"${this.hash.digest('hex')}"`;
  }

  /** Throws {@link EntityTooLargeError} as soon as the limit is exceeded, and {@link UploadAbortedError} if the source fails. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const iterator = this.source[Symbol.asyncIterator]();
    try {
      for (let next = await nextOf(iterator); !next.done; next = await nextOf(iterator)) {
        this.received += next.value.length;
        if (this.received > this.limit) throw new EntityTooLargeError();
        this.hash.update(next.value);
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}

async function nextOf(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  try {
    return await iterator.next();
  } catch (error) {
    throw new UploadAbortedError(error);
  }
}

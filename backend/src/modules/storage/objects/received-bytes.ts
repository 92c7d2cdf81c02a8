import { finished, Transform, type Readable, type TransformCallback } from 'node:stream';
import { Checksum } from '../core/checksum.js';
import { EntityTooLargeError, UploadAbortedError } from '../core/storage-errors.js';
import { freeReadBuffers } from './free-read-buffers.js';

/**
 * Limits the bytes of an upload and computes their checksum. Fails with {@link EntityTooLargeError} as soon as the limit is exceeded, and with
 * {@link UploadAbortedError} if the source fails. The source stays open when reading ends early: it is a request whose client still
 * has to receive the response.
 */
export class ReceivedBytes extends Transform {
  readonly checksum = new Checksum();

  constructor(
    source: Readable,
    private readonly limit: number,
  ) {
    super();
    finished(source, { writable: false }, (error) => {
      if (error) this.destroy(new UploadAbortedError(error));
    });
    source.pipe(this);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    if (this.checksum.update(chunk).size > this.limit) return callback(new EntityTooLargeError());
    freeReadBuffers(chunk.length);
    callback(null, chunk);
  }
}

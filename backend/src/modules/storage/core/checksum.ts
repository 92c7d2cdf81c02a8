import { crc32 } from 'node:zlib';

/** Size and CRC-32 of the bytes of a file. Detects damage and changes, but not a forgery. */
export class Checksum {
  private crc = 0;
  private bytes = 0;

  update(chunk: Uint8Array): this {
    this.crc = crc32(chunk, this.crc);
    this.bytes += chunk.length;
    return this;
  }

  get size(): number {
    return this.bytes;
  }

  /** The ETag of an object with these bytes. */
  get etag(): string {
    return `"${this.bytes.toString(16)}-${this.crc.toString(16).padStart(8, '0')}"`;
  }
}

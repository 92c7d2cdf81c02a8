import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A photograph-like image of this size: noise, so that encoders can't shrink it to nothing. */
export function photo(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg',
) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const channels = 3;
  return sharp({ create: { width, height, channels, background: 'black', noise } })
    .toFormat(format)
    .toBuffer();
}

/**
 * A small PNG file whose pixels, all black, need `width` × `height` / 8 bytes once decompressed. With `rows`, it contains only so many
 * of them.
 */
export function pngBomb(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, grayscale.
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

import { brotliCompressSync, constants, crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** As many pixels as an image may have. Black, so that the file is small. */
const LARGEST_SIDE = 7000;
const BODY_BYTES = 64_000_000;

/** Files that harm a careless image library, by name: the largest image that is allowed, bombs, fakes and damaged ones. */
export async function hostileImages() {
  const black = (side) => sharp({ create: { width: side, height: side, channels: 3, background: 'black' } });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 };
  const photo = sharp({ create: { width: 300, height: 300, channels: 3, background: 'black', noise } });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
  return {
    'largest.png': await black(LARGEST_SIDE).png().toBuffer(),
    'bomb.png': pngBomb(30_000, 30_000),
    'claim.png': pngBomb(100_000, 100_000, 1),
    'claim.gif': Buffer.from(
      '47494638396160ea60ea80000000000000000021f90401000000002c0000000060ea60ea0000024c01003b',
      'hex',
    ),
    'vector.svg': Buffer.from(svg),
    'declared.svg': Buffer.from(`<?xml version="1.0"?>${svg}`),
    'document.pdf': Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
    'page.html': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'scan.tiff': await black(9).tiff().toBuffer(),
    'pixmap.ppm': Buffer.from('P6 1 1 255 abc'),
    'empty.png': Buffer.alloc(0),
    'cut.jpg': (await photo.clone().jpeg().toBuffer()).subarray(0, 5000),
    'cut.png': (await photo.clone().png().toBuffer()).subarray(0, 5000),
    'cut.webp': (await photo.clone().webp().toBuffer()).subarray(0, 2000),
    'start.jpg': (await photo.clone().jpeg().toBuffer()).subarray(0, 20),
  };
}

/** Bodies of a few KB that decompress to 64 MB of valid JSON, by encoding. */
export function compressedBodies() {
  const body = Buffer.concat([Buffer.from('{}'), Buffer.alloc(BODY_BYTES, ' ')]);
  return {
    gzip: gzipSync(body),
    deflate: deflateSync(body),
    br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  };
}

/** A small PNG file whose pixels need `width` × `height` / 8 bytes once decompressed; with `rows`, it has only so many of them. */
function pngBomb(width, height, rows = height) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, grayscale.
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

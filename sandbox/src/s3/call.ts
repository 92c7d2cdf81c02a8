import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { notImplemented, S3Error } from './s3-error.ts';
import type { StoredPart } from './object-store.ts';
import { toXml } from './xml.ts';

const MAX_XML_BYTES = 2 * 1024 * 1024;

/** One request, whose signature has been verified, and its response. */
export class Call {
  readonly bucket: string;
  /** Empty for requests about the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly bodyHash: string | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, bodyHash: string | undefined) {
    this.request = request;
    this.response = response;
    this.bodyHash = bodyHash;
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const [, bucket = '', ...key] = path.split('/');
    this.bucket = decodeURIComponent(bucket);
    this.key = decodeURIComponent(key.join('/'));
    this.query = new URLSearchParams(query.replaceAll('+', '%2B'));
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(',') : value;
  }

  /** Stores the body in a file if it matches what the client signed. */
  async receive(file: string): Promise<StoredPart & { md5: string }> {
    if (this.header('content-encoding')?.includes('aws-chunked')) throw notImplemented('aws-chunked bodies');
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    let [size, crc] = [0, 0];
    const { bodyHash } = this;
    try {
      await pipeline(
        this.request,
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            md5.update(chunk);
            if (bodyHash !== undefined) sha256.update(chunk);
            crc = crc32(chunk, crc);
            yield chunk;
          }
        },
        createWriteStream(file),
      );
      const digest = md5.digest();
      this.assertBody({ sha256: sha256.digest('hex'), md5: digest.toString('base64'), crc });
      return { file, size, md5: digest.toString('hex') };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  async readText(): Promise<string> {
    if (Number(this.header('content-length')) > MAX_XML_BYTES)
      throw new S3Error(400, 'MaxMessageLengthExceeded', 'The body is too large.');
    const body = await buffer(this.request);
    const hash = (name: string) => createHash(name).update(body);
    this.assertBody({
      sha256: hash('sha256').digest('hex'),
      md5: hash('md5').digest('base64'),
      crc: crc32(body),
    });
    return body.toString();
  }

  sendXml(root: string, children: object): void {
    this.send(200, { 'content-type': 'application/xml' }, toXml(root, children));
  }

  send(status: number, headers: Record<string, string | number> = {}, body = ''): void {
    const length =
      body === '' && headers['content-length'] !== undefined
        ? {}
        : { 'content-length': Buffer.byteLength(body) };
    this.response.writeHead(status, { ...headers, ...(status === 204 ? {} : length) }).end(body);
  }

  async stream(
    status: number,
    headers: Record<string, string | number>,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    this.response.writeHead(status, headers);
    await pipeline(bytes, this.response);
  }

  private assertBody({ sha256, md5, crc }: { sha256: string; md5: string; crc: number }): void {
    if (this.bodyHash !== undefined && this.bodyHash !== sha256)
      throw new S3Error(
        400,
        'XAmzContentSHA256Mismatch',
        'The SHA-256 of the body does not match the signed one.',
      );
    const expectedMd5 = this.header('content-md5');
    const expectedCrc = this.header('x-amz-checksum-crc32');
    const crcText = Buffer.from(crc.toString(16).padStart(8, '0'), 'hex').toString('base64');
    if (
      (expectedMd5 !== undefined && expectedMd5 !== md5) ||
      (expectedCrc !== undefined && expectedCrc !== crcText)
    )
      throw new S3Error(400, 'BadDigest', 'The checksum of the body does not match.');
  }
}

export function sendError(response: ServerResponse, request: IncomingMessage, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const known =
    error instanceof S3Error ? error : new S3Error(500, 'InternalError', (error as Error).message);
  request.resume();
  const body =
    request.method === 'HEAD' ? '' : toXml('Error', { Code: known.code, Message: known.message }, '');
  response
    .writeHead(known.status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
    .end(body);
}

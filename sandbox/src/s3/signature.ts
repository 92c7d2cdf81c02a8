import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { notImplemented, S3Error } from './s3-error.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const AUTHORIZATION = new RegExp(
  `^${ALGORITHM} Credential=([^/,]+)/(\\d{8})/([^/,]+)/s3/aws4_request, *SignedHeaders=([a-z0-9;-]+), *Signature=([0-9a-f]{64})$`,
);
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const MAX_SKEW_MS = 15 * 60_000;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** Verifies an AWS Signature Version 4. Returns the SHA-256 that the body must have; undefined if the body is not signed. */
export function verifySignature(request: IncomingMessage, credentials: Credentials): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) throw new S3Error(403, 'AccessDenied', 'The request is not signed.');
  const [, accessKeyId, day, region, signedHeaders, signature] = AUTHORIZATION.exec(header) ?? [];
  if (!accessKeyId || !day || !region || !signedHeaders || !signature)
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header is not valid.');
  if (accessKeyId !== credentials.accessKeyId)
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key ID does not exist.');
  const date = signingDate(request, day);
  const bodyHash = requireHeader(request, 'x-amz-content-sha256');
  const names = signedHeaders.split(';');
  assertAllSigned(request, names);
  const scope = `${day}/${region}/s3/aws4_request`;
  const stringToSign = [ALGORITHM, date, scope, sha256(canonicalRequest(request, names, bodyHash))].join(
    '\n',
  );
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  if (!timingSafeEqual(hmac(key, stringToSign), Buffer.from(signature, 'hex')))
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature does not match the request.');
  if (bodyHash === UNSIGNED) return undefined;
  if (!/^[0-9a-f]{64}$/.test(bodyHash)) throw notImplemented(`bodies signed as ${bodyHash}`);
  return bodyHash;
}

function signingDate(request: IncomingMessage, day: string): string {
  const date = requireHeader(request, 'x-amz-date');
  const [, ...parts] = DATE.exec(date) ?? [];
  const [year, month, dayOfMonth, hour, minute, second] = parts.map(Number);
  const time = Date.UTC(year!, month! - 1, dayOfMonth, hour, minute, second);
  if (Number.isNaN(time)) throw new S3Error(403, 'AccessDenied', 'x-amz-date is not a valid date.');
  if (!date.startsWith(day))
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      'The date in the credential differs from x-amz-date.',
    );
  if (Math.abs(time - Date.now()) > MAX_SKEW_MS)
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The difference to the server time is too large.');
  return date;
}

/** A header that is not signed could be changed on the way. */
function assertAllSigned({ headers }: IncomingMessage, signed: readonly string[]): void {
  const required = Object.keys(headers).filter(
    (name) => name === 'host' || name === 'content-md5' || name.startsWith('x-amz-'),
  );
  const missing = required.find((name) => !signed.includes(name));
  if (missing !== undefined) throw new S3Error(403, 'AccessDenied', `The header ${missing} is not signed.`);
}

function canonicalRequest(request: IncomingMessage, names: readonly string[], bodyHash: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const canonicalQuery = query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=', 2).map((part) => awsEncode(decodeURIComponent(part))))
    .map(([name, value = '']) => `${name}=${value}`)
    .sort()
    .join('&');
  const headers = names.map(
    (name) => `${name}:${requireHeader(request, name).trim().replaceAll(/ +/g, ' ')}\n`,
  );
  return [
    request.method,
    path
      .split('/')
      .map((segment) => awsEncode(decodeURIComponent(segment)))
      .join('/'),
    canonicalQuery,
    headers.join(''),
    names.join(';'),
    bodyHash,
  ].join('\n');
}

function requireHeader({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  if (value === undefined) throw new S3Error(403, 'AccessDenied', `The header ${name} is missing.`);
  return Array.isArray(value) ? value.join(',') : value;
}

function awsEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

import { S3Client, S3ServiceException, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../../platform/config/s3-settings.js';
import { BackendUnavailableError } from '../core/storage-errors.js';

const MAX_CONNECTIONS = 1000;
const CONNECTION_TIMEOUT_MS = 5000;
/** Until the response begins, which includes sending or copying a part. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Options of commands that neither upload nor copy bytes. Applies to each of up to three attempts. */
export const SHORT_TIMEOUT = { requestTimeout: 10_000 };

/** Without optional checksums, which many compatible stores reject. TLS and the signature protect the bytes on the way. */
export function s3ClientConfig(settings: S3Settings): S3ClientConfig {
  const { endpoint, region, forcePathStyle, credentials } = settings;
  return {
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials ? { credentials } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Waiting for `100 Continue` before each part takes a separate connection.
    expectContinueHeader: false,
    // A slow download holds a connection for as long as it takes.
    requestHandler: {
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  };
}

export function createS3Client(settings: S3Settings): S3Client {
  const client = new S3Client(s3ClientConfig(settings));
  reportOutages(client);
  return client;
}

/** After the client's own retries, its commands throw {@link BackendUnavailableError} if the store is unavailable. */
export function reportOutages({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => async (command) => {
      try {
        return await next(command);
      } catch (error) {
        throw withOutage(error);
      }
    },
    { name: 'reportOutages', step: 'initialize', priority: 'high' },
  );
}

const NETWORK_ERRORS = [
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];
/** Codes such as `SlowDown` are missing in responses to HEAD. */
const THROTTLING_STATUSES = [429, 503];

/** Converts the error of a store that is unavailable. Returns any other error as it is. */
export function withOutage(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, code, $metadata } = error as Error & Partial<S3ServiceException> & { code?: string };
  const status = $metadata?.httpStatusCode ?? 0;
  const isThrottling = THROTTLING_STATUSES.includes(status);
  const isTemporary = ['TimeoutError', 'RequestTimeout', 'CredentialsProviderError'].includes(name);
  const isNetworkError = code !== undefined && NETWORK_ERRORS.includes(code);
  return isThrottling || isTemporary || isNetworkError || status >= 500
    ? new BackendUnavailableError(error, isThrottling)
    : error;
}

/** True for a missing object or upload. A missing bucket is a configuration error instead. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name)
  );
}

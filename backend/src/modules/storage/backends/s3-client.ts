import { S3ServiceException, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../../platform/config/s3-settings.js';

const MAX_CONNECTIONS = 1000;
const CONNECTION_TIMEOUT_MS = 5000;
/** Until the response begins. */
const REQUEST_TIMEOUT_MS = 300_000;

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

/** True for a missing object or upload. A missing bucket is a configuration error instead. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name)
  );
}

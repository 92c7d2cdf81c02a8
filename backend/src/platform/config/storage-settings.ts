import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentReader } from './environment.js';
import { readS3Settings, type S3Settings } from './s3-settings.js';

const MIN_SECRET_LENGTH = 32;
const TERABYTE = 1e12;

export const STORAGE_BACKENDS = ['disk', 's3'] as const;
export type StorageBackendName = (typeof STORAGE_BACKENDS)[number];

/** Settings of file storage. */
export interface StorageSettings {
  /** Where the bytes of files are stored. */
  readonly backend: StorageBackendName;
  /** Used by the disk backend. */
  readonly folder: string;
  /** Used by the S3 backend. */
  readonly s3: S3Settings | undefined;
  /** Size limit of a file, whatever its bucket allows. */
  readonly maxFileBytes: number;
  /** Limit for all files that one user owns; 0 means none. */
  readonly quotaBytes: number;
  /** Secrets for signed URLs: the first one signs, all of them verify. If empty, a key is derived from the shared secret. */
  readonly signingSecrets: readonly string[];
  /** How long a signed upload URL is valid. */
  readonly uploadUrlSeconds: number;
  /** Images with more pixels are not transformed. */
  readonly maxImagePixels: number;
  /** How many images a process transforms at once. */
  readonly imageConcurrency: number;
  /** ClamAV's daemon, which scans uploads: `tcp://host:port` or `unix:///path`. */
  readonly clamdUrl: string | undefined;
}

export function readStorageSettings(env: EnvironmentReader): StorageSettings {
  const signingSecrets = env.list('STORAGE_SIGNING_SECRET');
  if (signingSecrets.some((secret) => secret.length < MIN_SECRET_LENGTH))
    env.addError('STORAGE_SIGNING_SECRET', `must have at least ${MIN_SECRET_LENGTH} characters`);
  const backend = env.choice('STORAGE_BACKEND', STORAGE_BACKENDS, 'disk');
  return {
    backend,
    folder: env.text('STORAGE_DIR', join(env.text('DATA_DIR', '.data'), 'storage')),
    s3: readS3Settings(env, backend === 's3'),
    maxFileBytes: env.integer('STORAGE_MAX_FILE_BYTES', 52_428_800, 1, 5 * TERABYTE),
    quotaBytes: env.integer('STORAGE_QUOTA_BYTES', 0, 0, 1000 * TERABYTE),
    signingSecrets,
    uploadUrlSeconds: env.integer('STORAGE_UPLOAD_URL_SECONDS', 7200, 60, 604_800),
    maxImagePixels: env.integer('STORAGE_IMAGE_MAX_PIXELS', 50_000_000, 1, 250_000_000),
    imageConcurrency: env.integer('STORAGE_IMAGE_CONCURRENCY', defaultImageConcurrency(), 1, 64),
    clamdUrl: env.optionalUrl('STORAGE_CLAMD_URL', ['tcp:', 'unix:']),
  };
}

/** Leaves a processor, and threads of Node's pool of four, to everything else. */
function defaultImageConcurrency(): number {
  return Math.max(1, Math.min(2, availableParallelism() - 1));
}

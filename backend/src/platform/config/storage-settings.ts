import { join } from 'node:path';
import type { EnvironmentReader } from './environment.js';

const MIN_SECRET_LENGTH = 32;
const TERABYTE = 1e12;

/** Settings of file storage. */
export interface StorageSettings {
  /** Where the bytes of files are stored. */
  readonly folder: string;
  /** Size limit of a file, whatever its bucket allows. */
  readonly maxFileBytes: number;
  /** Limit for all files that one user owns; 0 means none. */
  readonly quotaBytes: number;
  /** Secrets for signed URLs: the first one signs, all of them verify. If empty, a key is derived from the shared secret. */
  readonly signingSecrets: readonly string[];
  /** How long a signed upload URL is valid. */
  readonly uploadUrlSeconds: number;
}

export function readStorageSettings(env: EnvironmentReader): StorageSettings {
  const signingSecrets = env.list('STORAGE_SIGNING_SECRET');
  if (signingSecrets.some((secret) => secret.length < MIN_SECRET_LENGTH))
    env.addError('STORAGE_SIGNING_SECRET', `must have at least ${MIN_SECRET_LENGTH} characters`);
  return {
    folder: env.text('STORAGE_DIR', join(env.text('DATA_DIR', '.data'), 'storage')),
    maxFileBytes: env.integer('STORAGE_MAX_FILE_BYTES', 52_428_800, 1, 5 * TERABYTE),
    quotaBytes: env.integer('STORAGE_QUOTA_BYTES', 0, 0, 1000 * TERABYTE),
    signingSecrets,
    uploadUrlSeconds: env.integer('STORAGE_UPLOAD_URL_SECONDS', 7200, 60, 604_800),
  };
}

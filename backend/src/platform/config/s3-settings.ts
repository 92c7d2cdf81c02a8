import type { EnvironmentReader } from './environment.js';

/** An S3-compatible object store and a bucket in it. */
export interface S3Settings {
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Undefined to use those of the machine's role or the SDK's own environment variables. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Whether URLs have the bucket in their path rather than in the host name. */
  readonly forcePathStyle: boolean;
}

/** Without `STORAGE_` in front until release 0.2.0. */
const VARIABLES = ['BUCKET', 'REGION', 'ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'FORCE_PATH_STYLE'];
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Undefined if there is no bucket, unless one is required. */
export function readS3Settings(env: EnvironmentReader, required: boolean): S3Settings | undefined {
  for (const name of VARIABLES) env.renamed(`S3_${name}`, `STORAGE_S3_${name}`);
  if (!required && env.optional('STORAGE_S3_BUCKET') === undefined) return undefined;
  const bucket = env.text('STORAGE_S3_BUCKET');
  if (bucket && !BUCKET_NAME.test(bucket))
    env.addError('STORAGE_S3_BUCKET', 'must be 3 to 63 lowercase letters, digits, dots and hyphens');
  const endpoint = env.optionalUrl('STORAGE_S3_ENDPOINT', ['http:', 'https:']);
  return {
    endpoint,
    region: env.text('STORAGE_S3_REGION', 'us-east-1'),
    bucket,
    credentials: readCredentials(env),
    forcePathStyle: env.flag('STORAGE_S3_FORCE_PATH_STYLE', endpoint !== undefined),
  };
}

function readCredentials(env: EnvironmentReader): S3Settings['credentials'] {
  const [accessKeyId, secretAccessKey] = [
    env.optional('STORAGE_S3_ACCESS_KEY_ID'),
    env.optional('STORAGE_S3_SECRET_ACCESS_KEY'),
  ];
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  if (accessKeyId !== undefined) env.addError('STORAGE_S3_SECRET_ACCESS_KEY', 'is missing');
  if (secretAccessKey !== undefined) env.addError('STORAGE_S3_ACCESS_KEY_ID', 'is missing');
  return undefined;
}

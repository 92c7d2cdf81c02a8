import { crc32 } from 'node:zlib';
import { StorageClient } from '@supabase/storage-js';
import { randomBytes } from 'node:crypto';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { startTestProduct, type TestProduct } from './test-product.js';
import { signClientKey } from './service-key.js';
import { startTestS3 } from './test-s3.js';
import { createUser, type SignedInUser, type UserOverrides } from './users.js';

/** The unmodified client library, with this token. */
export function storageClient({ url }: { url: string }, token: string): StorageClient {
  return new StorageClient(`${url}/api/storage/v1`, { Authorization: `Bearer ${token}` });
}

/** The backends that specs run on. */
export const BACKENDS = ['disk', 'S3'] as const;
export type BackendName = (typeof BACKENDS)[number];
/** Set by `npm run test:faults`, which runs the specs of one backend on the other one, too. */
export const DEFAULT_BACKEND: BackendName = process.env.TEST_STORAGE_BACKEND === 'S3' ? 'S3' : 'disk';

/** An installation with every limit on storage. */
export const RESTRICTED = { RATE_LIMITS: 'on', STORAGE_QUOTA_BYTES: '1000', ADMIN_REQUIRE_MFA: 'on' };

export interface StorageFixture extends TestProduct {
  /** Clients with the operator's service key and the public key. */
  service: StorageClient;
  anonymous: StorageClient;
  serviceKey: string;
  anonymousKey: string;
  signIn(overrides?: UserOverrides): Promise<{ user: SignedInUser; client: StorageClient }>;
  /** Data of the S3 emulator, if it is used. */
  s3Folder: string | undefined;
  /** Keys of all files in the backend that begin with `prefix`. */
  storedKeys(prefix?: string): Promise<string[]>;
  /** Calls the service without the client library. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

export async function startStorageFixture(
  variables: Record<string, string> = {},
  backend: BackendName = DEFAULT_BACKEND,
): Promise<StorageFixture> {
  const s3 = backend === 'S3' ? await startTestS3() : undefined;
  const product = await startTestProduct({ ADMIN_REQUIRE_MFA: 'off', ...s3?.variables, ...variables });
  const serviceKey = await signClientKey('service_role');
  const anonymousKey = await signClientKey('anon');
  return {
    ...product,
    serviceKey,
    anonymousKey,
    s3Folder: s3?.folder,
    service: storageClient(product, serviceKey),
    anonymous: storageClient(product, anonymousKey),
    async signIn(overrides) {
      const user = await createUser(product, overrides);
      return { user, client: storageClient(product, user.headers.Authorization!.replace('Bearer ', '')) };
    },
    async storedKeys(prefix = '') {
      const keys: string[] = [];
      const backend = product.api.get(StorageBackend);
      for await (const { key } of backend.list()) if (key.startsWith(prefix)) keys.push(key);
      return keys.sort();
    },
    call: (path, init) => fetch(`${product.url}/api/storage/v1${path}`, init),
    async stop() {
      await product.stop();
      await s3?.stop();
    },
  };
}

/** A new bucket with the service key; returns its name. */
export async function createBucket(
  { service, call, serviceKey }: Pick<StorageFixture, 'service' | 'call' | 'serviceKey'>,
  options: Parameters<StorageClient['createBucket']>[1] = { public: false },
  rules?: Record<string, string[]>,
): Promise<string> {
  const name = `bucket-${randomBytes(5).toString('hex')}`;
  const { error } = await service.createBucket(name, options);
  if (error) throw error;
  if (!rules) return name;
  const response = await call(`/bucket/${name}/rules`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${serviceKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ read: [], list: [], write: [], remove: [], ...rules }),
  });
  if (!response.ok) throw new Error(await response.text());
  return name;
}

/** The result of a call of the client library that succeeded. */
export function unwrap<T>(result: { data: T | null; error: unknown }): T {
  if (result.error) throw result.error;
  return result.data!;
}

export function computeEtag(content: string | Buffer): string {
  return toEtag(Buffer.byteLength(content), crc32(content));
}

export function toEtag(size: number, crc: number): string {
  return `"${size.toString(16)}-${crc.toString(16).padStart(8, '0')}"`;
}

/** What the client library reports for a call that failed. */
export function getError(result: { error: unknown }): {
  status: number;
  statusCode: string;
  code: string;
  message: string;
} {
  if (!result.error) throw new Error('The call succeeded.');
  const { status, statusCode, code, message } = result.error as ReturnType<typeof getError>;
  return { status, statusCode, code, message };
}

/** Actions in the audit log about a bucket, oldest first. */
export async function listBucketAuditActions({ database }: TestProduct, bucket: string): Promise<string[]> {
  const rows = await database.query<{ action: string }>({
    text: `select action from audit_entries where subject_type = 'bucket' and subject_id = $1 order by id`,
    values: [bucket],
  });
  return rows.map(({ action }) => action);
}

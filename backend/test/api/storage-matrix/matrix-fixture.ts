import { photo } from '../../support/images.js';
import { createBucket, unwrap, startStorageFixture, type StorageFixture } from '../../support/storage.js';

export const CALLERS = [
  'none',
  'invalid',
  'anonymous',
  'other',
  'owner',
  'support',
  'admin',
  'service',
] as const;
export type Caller = (typeof CALLERS)[number];
export const KINDS = ['private', 'public'] as const;
export type Kind = (typeof KINDS)[number];
export const OTHER_KIND = { private: 'public', public: 'private' } as const;
type ObjectName = 'file' | 'other';
const UPLOADED_CACHING = 'max-age=3600';

/** The response to a request that was allowed, or the code of its error. */
export interface Outcome {
  status: number;
  /** Undefined if the response is not an error, or has no body. */
  code: string | undefined;
  bytes: Buffer;
  headers: Headers;
}

/** Two buckets with the same rules, one of them public, with two images of `owner` each; and every kind of caller. */
export class MatrixFixture {
  product!: StorageFixture;
  readonly buckets = {} as Record<Kind, string>;
  readonly contents = {} as Record<Kind, Record<ObjectName, Buffer>>;
  readonly callers = {} as Record<Caller, Record<string, string>>;
  /** Methods and paths of all requests sent with {@link send}. */
  readonly sent: (readonly [method: string, path: string])[] = [];
  private created = 0;

  async start(): Promise<void> {
    this.product = await startStorageFixture({ STORAGE_UPLOAD_URL_SECONDS: '600' });
    const [owner, other, support, admin] = await Promise.all([
      this.product.signIn(),
      this.product.signIn(),
      this.product.signIn({ role: 'support' }),
      this.product.signIn({ role: 'admin' }),
    ]);
    Object.assign(this.callers, {
      none: {},
      invalid: { Authorization: 'Bearer invalid' },
      anonymous: { Authorization: `Bearer ${this.product.anonymousKey}` },
      other: other.user.headers,
      owner: owner.user.headers,
      support: support.user.headers,
      admin: admin.user.headers,
      service: { Authorization: `Bearer ${this.product.serviceKey}` },
    } satisfies Record<Caller, Record<string, string>>);
    const readers = ['owner', 'support'];
    const rules = { read: readers, list: readers, write: ['owner'], remove: ['owner'] };
    for (const kind of KINDS) {
      this.buckets[kind] = await createBucket(this.product, { public: kind === 'public' }, rules);
      this.contents[kind] = { file: await photo(24, 24), other: await photo(24, 24) };
      for (const name of ['file', 'other'] as const) await this.upload(kind, name, this.contents[kind][name]);
    }
  }

  stop(): Promise<void> | undefined {
    return this.product?.stop();
  }

  /** As `owner`. */
  async upload(kind: Kind, name: string, bytes: Buffer = this.contents[kind].file): Promise<string> {
    const response = await this.product.call(`/object/${this.buckets[kind]}/${name}`, {
      method: 'PUT',
      headers: { ...this.callers.owner, 'Content-Type': 'image/jpeg', 'Cache-Control': UPLOADED_CACHING },
      body: new Uint8Array(bytes),
    });
    if (!response.ok) throw new Error(await response.text());
    return name;
  }

  /** Starts a resumable upload and resolves with its ID. */
  async beginUpload(
    kind: Kind,
    headers: Record<string, string>,
    path = '/upload/resumable',
  ): Promise<string> {
    const name = path.endsWith('/sign') ? 'file' : this.newName();
    const init = { method: 'POST', headers: { ...headers, ...uploadHeaders(this.buckets[kind], name) } };
    const response = await this.product.call(path, init);
    if (response.status !== 201) throw new Error(await response.text());
    return response.headers.get('location')!.split('/').at(-1)!;
  }

  newName(): string {
    return `new-${(this.created += 1)}`;
  }

  async send(path: string, init: RequestInit): Promise<Outcome> {
    this.sent.push([init.method ?? 'GET', path]);
    const response = await this.product.call(path, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    const code =
      status < 300 || bytes.length === 0
        ? undefined
        : (JSON.parse(bytes.toString()) as { code: string }).code;
    return { status, code, bytes, headers };
  }

  /** A token for a signed URL, created with the operator's key. */
  async sign(
    kind: Kind,
    name: string,
    scope: 'download' | 'transformed' | 'upload',
    seconds: number,
  ): Promise<string> {
    const files = this.product.service.from(this.buckets[kind]);
    if (scope === 'upload') return unwrap(await files.createSignedUploadUrl(name, { upsert: true })).token;
    const options = scope === 'transformed' ? { transform: { width: 12 } } : {};
    const { signedUrl } = unwrap(await files.createSignedUrl(name, seconds, options));
    return new URL(signedUrl).searchParams.get('token')!;
  }
}

/** The `Cache-Control` that a response must have. What needs permission is checked before each use. */
export function expectedCacheControl({ status, headers }: Outcome, kind: Kind): string {
  const isFile = status < 300 && headers.has('accept-ranges');
  if (!isFile) return 'no-store';
  return kind === 'public' ? UPLOADED_CACHING : 'private, no-cache';
}

/** Of a request that begins a resumable upload of one byte. */
export function uploadHeaders(bucket: string, name: string): Record<string, string> {
  const metadata = Object.entries({ bucketName: bucket, objectName: name, contentType: 'image/jpeg' });
  return {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '1',
    'Upload-Metadata': metadata
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  };
}

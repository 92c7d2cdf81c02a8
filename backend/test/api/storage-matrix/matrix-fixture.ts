import { shared } from '../../support/fixtures.js';
import { photo } from '../../support/images.js';
import { creationHeaders } from '../../support/resumable.js';
import { createBucket, unwrap, startStorageFixture, type StorageFixture } from '../../support/storage.js';

export type Action = 'read' | 'list' | 'write' | 'remove';
const ACTIONS: readonly Action[] = ['read', 'list', 'write', 'remove'];
export type Caller = 'none' | 'invalid' | 'anonymous' | 'other' | 'owner' | 'support' | 'admin' | 'service';
export type Scope = 'download' | 'transformed' | 'upload';
const UPLOADED_CACHING = 'max-age=3600';

/** The response to a request that was allowed, or the code of its error. */
export interface Outcome {
  status: number;
  /** Undefined if the response is not an error, or has no body. */
  code: string | undefined;
  bytes: Buffer;
  headers: Headers;
}

/** Every kind of caller, and buckets that grant `owner` some rights to their objects. */
export class MatrixFixture {
  product!: StorageFixture;
  /** Of every object. */
  content!: Buffer;
  readonly callers = {} as Record<Caller, Record<string, string>>;
  /** Everyone may do everything in it. */
  open!: string;
  /** Methods and paths of all requests sent with {@link send}. */
  readonly sent: (readonly [method: string, path: string])[] = [];
  private ownerId!: string;
  private readonly buckets = new Map<string, Promise<string>>();
  private created = 0;

  async start(): Promise<void> {
    this.product = await shared(startStorageFixture);
    const [owner, other, support, admin] = await Promise.all([
      this.product.signIn(),
      this.product.signIn(),
      this.product.signIn({ role: 'support' }),
      this.product.signIn({ role: 'admin' }),
    ]);
    this.ownerId = owner.user.id;
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
    this.content = await photo(24, 24);
    const everyone = Object.fromEntries(ACTIONS.map((action) => [action, ['public']]));
    this.open = await createBucket(this.product, { public: false }, everyone);
  }

  /** Grants owners only these rights. Has the object `file` of `owner`. */
  bucketWith(actions: readonly Action[], isPublic = false): Promise<string> {
    const key = `${actions.toSorted()} ${isPublic}`;
    const bucket = this.buckets.get(key) ?? this.createBucket(actions, isPublic);
    this.buckets.set(key, bucket);
    return bucket;
  }

  bucketWithout(action: Action): Promise<string> {
    return this.bucketWith(ACTIONS.filter((other) => other !== action));
  }

  private async createBucket(actions: readonly Action[], isPublic: boolean): Promise<string> {
    const rules = Object.fromEntries(actions.map((action) => [action, ['owner']]));
    const bucket = await createBucket(this.product, { public: isPublic }, rules);
    await this.upload(bucket, 'file');
    return bucket;
  }

  /** Stores an object of `owner`. */
  async upload(bucket: string, name: string): Promise<string> {
    const options = { contentType: 'image/jpeg', cacheControl: '3600' };
    unwrap(await this.product.service.from(bucket).upload(name, this.content, options));
    await this.setOwner('storage_objects', bucket, name);
    return name;
  }

  /** Starts a resumable upload of `owner` and resolves with its ID. */
  async beginUpload(bucket: string): Promise<string> {
    const name = this.newName();
    const id = await this.begin('/upload/resumable', this.callers.service, bucket, name);
    await this.setOwner('storage_resumable_uploads', bucket, name);
    return id;
  }

  /** Starts a resumable upload with a request that must succeed, and resolves with its ID. */
  async begin(path: string, headers: Record<string, string>, bucket: string, name: string): Promise<string> {
    const init = { method: 'POST', headers: { ...headers, ...creationHeaders(bucket, name, 1) } };
    const response = await this.product.call(path, init);
    if (response.status !== 201) throw new Error(await response.text());
    return response.headers.get('location')!.split('/').at(-1)!;
  }

  private async setOwner(table: string, bucket: string, name: string): Promise<void> {
    await this.product.database.query({
      text: `update ${table} set owner_id = $1 where bucket_id = $2 and name = $3`,
      values: [this.ownerId, bucket, name],
    });
  }

  readonly newName = (): string => `new-${(this.created += 1)}`;

  async send(path: string, init: RequestInit): Promise<Outcome> {
    this.sent.push([init.method ?? 'GET', path]);
    const response = await this.product.call(path, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    const isError = status >= 300 && bytes.length > 0;
    const code = isError ? (JSON.parse(bytes.toString()) as { code: string }).code : undefined;
    return { status, code, bytes, headers };
  }

  /** A token for a signed URL, created with the operator's key. */
  async sign(bucket: string, name: string, scope: Scope): Promise<string> {
    const files = this.product.service.from(bucket);
    if (scope === 'upload') return unwrap(await files.createSignedUploadUrl(name, { upsert: true })).token;
    const options = scope === 'transformed' ? { transform: { width: 12 } } : {};
    const { signedUrl } = unwrap(await files.createSignedUrl(name, 86_400, options));
    return new URL(signedUrl).searchParams.get('token')!;
  }
}

/** The `Cache-Control` that a response must have. What needs permission is checked before each use. */
export function expectedCacheControl({ status, headers }: Outcome, isPublic = false): string {
  const isFile = status < 300 && headers.has('accept-ranges');
  if (!isFile) return 'no-store';
  return isPublic ? UPLOADED_CACHING : 'private, no-cache';
}

import { creationHeaders } from '../../support/resumable.js';
import type { Action, Caller, MatrixFixture, Scope } from './matrix-fixture.js';

export const ALLOWED = 'allowed';
type Request = [path: string, init?: RequestInit];

/** Reads or changes objects of a bucket. */
export interface ObjectRoute {
  name: string;
  /** Rights in the bucket: without one of them, the request is rejected; no others are required. */
  needs: readonly Action[];
  /** The outcome for a user who doesn't own the object. */
  other: string;
  /** What the request is about. Default: the bucket's object `file`. */
  target?: 'a copy of it' | 'a new name' | 'an upload' | 'an object elsewhere';
  send(bucket: string, target: string, fixture: MatrixFixture): Request;
  /** The outcome for anonymous users, and for owners without one of the rights, if it isn't the usual one. */
  anonymous?: string;
  without?: Partial<Record<Action, string>>;
}

/** Without a right, objects look as if they didn't exist; changes are denied. */
export const WITHOUT: Record<Action, string> = {
  read: 'NoSuchBucket',
  list: 'NoSuchBucket',
  write: 'AccessDenied',
  remove: 'AccessDenied',
};

const json = (body: object, headers: Record<string, string> = {}, method = 'POST'): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const image = (method: string) => ({ method, headers: { 'Content-Type': 'image/jpeg' }, body: 'x' });
const CHUNK = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
export const tus = (method: string) => ({
  method,
  headers: { 'Tus-Resumable': '1.0.0', ...(method === 'PATCH' ? CHUNK : {}) },
});
const transfer = (action: string, bucket: string, name: string, to: string, { newName }: MatrixFixture) => {
  const source = { bucketId: bucket, sourceKey: name };
  const body = { ...source, destinationBucket: to, destinationKey: newName() };
  return [`/object/${action}`, json(body)] satisfies Request;
};

export const OBJECT_ROUTES: ObjectRoute[] = [
  {
    name: 'list',
    needs: ['list'],
    other: 'nothing',
    send: (bucket, target) => [`/object/list/${bucket}`, json({ search: target })],
  },
  {
    name: 'list page by page',
    needs: ['list'],
    other: 'nothing',
    send: (bucket, target) => [`/object/list-v2/${bucket}`, json({ prefix: target })],
  },
  ...[{}, { transform: { width: 12 } }].map((options): ObjectRoute => ({
    name: `sign ${JSON.stringify(options)}`,
    needs: ['read'],
    other: 'NoSuchKey',
    send: (bucket, target) => [`/object/sign/${bucket}/${target}`, json({ expiresIn: 60, ...options })],
  })),
  {
    name: 'sign many',
    needs: ['read'],
    other: 'nothing',
    send: (bucket, target) => [`/object/sign/${bucket}`, json({ expiresIn: 60, paths: [target] })],
  },
  {
    name: 'upload',
    needs: ['write'],
    // Every user may own new objects.
    other: ALLOWED,
    target: 'a new name',
    send: (bucket, target) => [`/object/${bucket}/${target}`, image('POST')],
  },
  {
    name: 'replace',
    needs: ['write'],
    other: 'AccessDenied',
    target: 'a copy of it',
    send: (bucket, target) => [`/object/${bucket}/${target}`, image('PUT')],
  },
  {
    name: 'sign an upload',
    needs: ['write'],
    other: ALLOWED,
    target: 'a new name',
    send: (bucket, target) => [`/object/upload/sign/${bucket}/${target}`, json({})],
  },
  {
    name: 'sign a replacement',
    needs: ['write'],
    other: 'AccessDenied',
    send: (bucket, target) => [`/object/upload/sign/${bucket}/${target}`, json({}, { 'x-upsert': 'true' })],
  },
  {
    name: 'begin a resumable upload',
    needs: ['write'],
    other: ALLOWED,
    target: 'a new name',
    send: (bucket, target) => [
      '/upload/resumable',
      { method: 'POST', headers: creationHeaders(bucket, target, 1) },
    ],
  },
  ...['HEAD', 'PATCH', 'DELETE'].map((method): ObjectRoute => ({
    name: `${method} of a resumable upload`,
    needs: ['write'],
    other: 'NoSuchUpload',
    anonymous: 'NoSuchUpload',
    target: 'an upload',
    send: (_bucket, target) => [`/upload/resumable/${target}`, tus(method)],
  })),
  {
    name: 'move out of the bucket',
    needs: ['read', 'remove'],
    other: 'NoSuchKey',
    target: 'a copy of it',
    send: (bucket, target, fixture) => transfer('move', bucket, target, fixture.open, fixture),
  },
  {
    name: 'move into the bucket',
    needs: ['write'],
    other: 'AccessDenied',
    target: 'an object elsewhere',
    send: (bucket, target, fixture) => transfer('move', fixture.open, target, bucket, fixture),
  },
  {
    name: 'copy out of the bucket',
    needs: ['read'],
    other: 'NoSuchKey',
    send: (bucket, target, fixture) => transfer('copy', bucket, target, fixture.open, fixture),
  },
  {
    name: 'copy into the bucket',
    needs: ['write'],
    other: ALLOWED,
    target: 'an object elsewhere',
    send: (bucket, target, fixture) => transfer('copy', fixture.open, target, bucket, fixture),
  },
  {
    name: 'remove many',
    needs: ['remove'],
    other: 'nothing',
    target: 'a copy of it',
    send: (bucket, target) => [`/object/${bucket}`, json({ prefixes: [target] }, {}, 'DELETE')],
    without: { remove: 'nothing' },
  },
  {
    name: 'remove one',
    needs: ['remove'],
    other: 'NoSuchKey',
    target: 'a copy of it',
    send: (bucket, target) => [`/object/${bucket}/${target}`, { method: 'DELETE' }],
    without: { remove: 'NoSuchKey' },
  },
];

type Readers = Partial<Record<Caller, string>>;
const EVERYONE: Readers = {
  none: ALLOWED,
  invalid: ALLOWED,
  anonymous: ALLOWED,
  other: ALLOWED,
  owner: ALLOWED,
  service: ALLOWED,
};
const NO_ONE = Object.fromEntries(Object.keys(EVERYONE).map((caller) => [caller, 'NoSuchBucket']));
/** Anyone may download from a public bucket, also with a token of someone else; but not with an invalid one. */
const DOWNLOADS = {
  public: { ...EVERYONE, invalid: 'AccessDenied' },
  private: {
    none: 'NoSuchBucket',
    invalid: 'AccessDenied',
    anonymous: 'NoSuchBucket',
    other: 'NoSuchKey',
    owner: ALLOWED,
    service: ALLOWED,
  },
};
const AUTHENTICATED = {
  public: { ...DOWNLOADS.public, none: 'AccessDenied' },
  private: { ...DOWNLOADS.private, none: 'AccessDenied' },
};

/** GET and HEAD of an object in a public bucket without rules, and in a private one where owners may read. */
export const READS: [path: string, expected: { public: Readers; private: Readers }][] = [
  ['/object/public', { public: EVERYONE, private: NO_ONE }],
  ['/render/image/public', { public: EVERYONE, private: NO_ONE }],
  ['/object', DOWNLOADS],
  ['/object/info', DOWNLOADS],
  ['/object/authenticated', AUTHENTICATED],
  ['/render/image/authenticated', AUTHENTICATED],
];

const RULES = { read: [], list: [], write: [], remove: [] };
const NEWEST = '/bucket?sortColumn=created_at&sortOrder=desc&limit=1';

/** For the operator's key and administrators; and the outcomes for other users and for administrators. */
export const MANAGEMENT_ROUTES: [
  name: string,
  send: (bucket: string) => Request,
  denied?: string,
  admin?: string,
][] = [
  ['list buckets', () => [NEWEST], 'nothing'],
  ['create a bucket', (bucket) => ['/bucket', json({ name: `${bucket} 2` })]],
  ['get a bucket', (bucket) => [`/bucket/${bucket}`], 'NoSuchBucket'],
  ['update a bucket', (bucket) => [`/bucket/${bucket}`, json({ public: true }, {}, 'PUT')]],
  [
    'empty a bucket',
    (bucket) => [`/bucket/${bucket}/empty`, { method: 'POST' }],
    'AccessDenied',
    'AccessDenied',
  ],
  ['delete a bucket', (bucket) => [`/bucket/${bucket}`, { method: 'DELETE' }]],
  ['get rules', (bucket) => [`/bucket/${bucket}/rules`], 'NoSuchBucket'],
  ['replace rules', (bucket) => [`/bucket/${bucket}/rules`, json(RULES, {}, 'PUT')], 'NoSuchBucket'],
  ['purge the cache of a bucket', (bucket) => [`/cdn/${bucket}`, { method: 'DELETE' }]],
];

/** What a token of a signed URL opens. */
export const SIGNED_ROUTES: [method: string, path: string, scope: Scope][] = [
  ['GET', '/object/sign', 'download'],
  ['HEAD', '/object/sign', 'download'],
  ['GET', '/render/image/sign', 'transformed'],
  ['HEAD', '/render/image/sign', 'transformed'],
  ['PUT', '/object/upload/sign', 'upload'],
  ['POST', '/upload/resumable/sign', 'upload'],
  ['HEAD', '/upload/resumable/sign', 'upload'],
  ['PATCH', '/upload/resumable/sign', 'upload'],
  ['DELETE', '/upload/resumable/sign', 'upload'],
];

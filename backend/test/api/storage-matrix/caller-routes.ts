import {
  CALLERS,
  OTHER_KIND,
  uploadHeaders,
  type Caller,
  type Kind,
  type MatrixFixture,
} from './matrix-fixture.js';

export const ALLOWED = 'allowed';
export type Expected = Record<Caller, string>;

export interface CallerRoute {
  name: string;
  /** About one object of `owner`, or a bucket without rules, or a missing one: prepared by `target`. */
  send(fixture: MatrixFixture, kind: Kind, target: string): [path: string, init?: RequestInit];
  target?: 'file' | 'a copy of it' | 'a new name' | 'an upload' | 'a bucket';
  expected(kind: Kind): Expected;
  /** What the response contains when allowed. Default: its status. */
  isAllowed?(body: string): boolean;
}

/** Routes for holders of a token. */
const withToken = (others: Omit<Expected, 'none' | 'invalid'>): Expected => ({
  none: 'AccessDenied',
  invalid: 'AccessDenied',
  ...others,
});
const READERS = { owner: ALLOWED, support: ALLOWED, admin: ALLOWED, service: ALLOWED };
const everyone = Object.fromEntries(CALLERS.map((caller) => [caller, ALLOWED])) as Expected;
const noOne = (code: string) => Object.fromEntries(CALLERS.map((caller) => [caller, code])) as Expected;

/** Without a URL of its own, an object is found by those who may read it. */
const readable = withToken({ anonymous: 'NoSuchBucket', other: 'NoSuchKey', ...READERS });
const listed = withToken({ anonymous: 'NoSuchBucket', other: 'nothing', ...READERS });
/** Every user may own new objects. */
const creatable = withToken({ anonymous: 'AccessDenied', other: ALLOWED, ...READERS });
const replaceable = withToken({
  anonymous: 'AccessDenied',
  other: 'AccessDenied',
  owner: ALLOWED,
  support: 'AccessDenied',
  admin: 'AccessDenied',
  service: ALLOWED,
});
const movable = withToken({ ...readable, support: 'AccessDenied', admin: 'AccessDenied' });
const removable = (denied: string) =>
  withToken({
    anonymous: denied,
    other: denied,
    owner: ALLOWED,
    support: denied,
    admin: denied,
    service: ALLOWED,
  });
const ofUploader = withToken({
  anonymous: 'NoSuchUpload',
  other: 'NoSuchUpload',
  owner: ALLOWED,
  support: 'NoSuchUpload',
  admin: 'NoSuchUpload',
  service: 'NoSuchUpload',
});
const manageable = (denied = 'AccessDenied') =>
  withToken({
    anonymous: denied,
    other: denied,
    owner: denied,
    support: denied,
    admin: ALLOWED,
    service: ALLOWED,
  });
/** Anyone may download from a public bucket, also with a token of someone else; but not with an invalid one. */
const downloadable = (kind: Kind): Expected =>
  kind === 'public' ? { ...everyone, invalid: 'AccessDenied' } : { ...readable, none: 'NoSuchBucket' };

const json = (body: object, headers: Record<string, string> = {}, method = 'POST'): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const image = (method: string): RequestInit => ({
  method,
  headers: { 'Content-Type': 'image/jpeg' },
  body: 'x',
});
const tus = (method: string, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'Tus-Resumable': '1.0.0', ...headers },
});

const READS: CallerRoute[] = (['GET', 'HEAD'] as const).flatMap((method) =>
  (
    [
      ['/object/public', (kind) => (kind === 'public' ? everyone : noOne('NoSuchBucket'))],
      ['/render/image/public', (kind) => (kind === 'public' ? everyone : noOne('NoSuchBucket'))],
      ['/object', downloadable],
      ['/object/info', downloadable],
      ['/object/authenticated', (kind) => ({ ...downloadable(kind), none: 'AccessDenied' })],
      ['/render/image/authenticated', (kind) => ({ ...downloadable(kind), none: 'AccessDenied' })],
    ] as [string, CallerRoute['expected']][]
  ).map(([path, expected]): CallerRoute => ({
    name: `${method} ${path}`,
    send: ({ buckets }, kind, target) => [`${path}/${buckets[kind]}/${target}?width=12`, { method }],
    expected,
  })),
);

const OTHERS: CallerRoute[] = [
  {
    name: 'list',
    send: ({ buckets }, kind, target) => [`/object/list/${buckets[kind]}`, json({ search: target })],
    expected: () => listed,
    isAllowed: (body) => body.includes('"file"'),
  },
  {
    name: 'list page by page',
    send: ({ buckets }, kind, target) => [`/object/list-v2/${buckets[kind]}`, json({ prefix: target })],
    expected: () => listed,
    isAllowed: (body) => body.includes('"file"'),
  },
  {
    name: 'sign',
    send: ({ buckets }, kind, target) => [`/object/sign/${buckets[kind]}/${target}`, json({ expiresIn: 60 })],
    expected: () => readable,
  },
  {
    name: 'sign an image',
    send: ({ buckets }, kind, target) => [
      `/object/sign/${buckets[kind]}/${target}`,
      json({ expiresIn: 60, transform: { width: 12 } }),
    ],
    expected: () => readable,
  },
  {
    name: 'sign many',
    send: ({ buckets }, kind, target) => [
      `/object/sign/${buckets[kind]}`,
      json({ expiresIn: 60, paths: [target] }),
    ],
    expected: () => listed,
    isAllowed: (body) => body.includes('token='),
  },
  {
    name: 'upload',
    target: 'a new name',
    send: ({ buckets }, kind, target) => [`/object/${buckets[kind]}/${target}`, image('POST')],
    expected: () => creatable,
  },
  {
    name: 'replace',
    target: 'a copy of it',
    send: ({ buckets }, kind, target) => [`/object/${buckets[kind]}/${target}`, image('PUT')],
    expected: () => replaceable,
  },
  {
    name: 'sign an upload',
    target: 'a new name',
    send: ({ buckets }, kind, target) => [`/object/upload/sign/${buckets[kind]}/${target}`, json({})],
    expected: () => creatable,
  },
  {
    name: 'sign a replacement',
    target: 'a copy of it',
    send: ({ buckets }, kind, target) => [
      `/object/upload/sign/${buckets[kind]}/${target}`,
      json({}, { 'x-upsert': 'true' }),
    ],
    expected: () => replaceable,
  },
  {
    name: 'begin a resumable upload',
    target: 'a new name',
    send: ({ buckets }, kind, target) => [
      '/upload/resumable',
      tus('POST', uploadHeaders(buckets[kind], target)),
    ],
    expected: () => creatable,
  },
  ...(['HEAD', 'PATCH', 'DELETE'] as const).map((method): CallerRoute => ({
    name: `${method} of a resumable upload`,
    target: 'an upload',
    send: (_fixture, _kind, target) => [
      `/upload/resumable/${target}`,
      tus(
        method,
        method === 'PATCH' ? { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' } : {},
      ),
    ],
    expected: () => ofUploader,
  })),
  ...(['within', 'out of'] as const).map((where): CallerRoute => ({
    name: `move ${where} the bucket`,
    target: 'a copy of it',
    send: (fixture, kind, target) => [
      '/object/move',
      json({
        bucketId: fixture.buckets[kind],
        sourceKey: target,
        destinationBucket: fixture.buckets[where === 'within' ? kind : OTHER_KIND[kind]],
        destinationKey: fixture.newName(),
      }),
    ],
    expected: () => movable,
  })),
  ...(['within', 'out of'] as const).map((where): CallerRoute => ({
    name: `copy ${where} the bucket`,
    send: (fixture, kind, target) => [
      '/object/copy',
      json({
        bucketId: fixture.buckets[kind],
        sourceKey: target,
        destinationBucket: fixture.buckets[where === 'within' ? kind : OTHER_KIND[kind]],
        destinationKey: fixture.newName(),
      }),
    ],
    expected: () => readable,
  })),
  {
    name: 'remove many',
    target: 'a copy of it',
    send: ({ buckets }, kind, target) => [
      `/object/${buckets[kind]}`,
      json({ prefixes: [target] }, {}, 'DELETE'),
    ],
    expected: () => removable('nothing'),
    isAllowed: (body) => body !== '[]',
  },
  {
    name: 'remove one',
    target: 'a copy of it',
    send: ({ buckets }, kind, target) => [`/object/${buckets[kind]}/${target}`, { method: 'DELETE' }],
    expected: () => removable('NoSuchKey'),
  },
  {
    name: 'purge the cache',
    send: ({ buckets }, kind, target) => [`/cdn/${buckets[kind]}/${target}`, { method: 'DELETE' }],
    expected: () => manageable(),
  },
];

const RULES = { read: [], list: [], write: [], remove: [] };
const BUCKETS: CallerRoute[] = [
  {
    name: 'list buckets',
    target: 'a bucket',
    send: () => ['/bucket?sortColumn=created_at&sortOrder=desc&limit=1'],
    expected: () => manageable('nothing'),
    isAllowed: (body) => body !== '[]',
  },
  {
    name: 'create a bucket',
    target: 'a new name',
    send: (_fixture, kind, target) => ['/bucket', json({ name: target, public: kind === 'public' })],
    expected: () => manageable(),
  },
  {
    name: 'get a bucket',
    target: 'a bucket',
    send: (_fixture, _kind, target) => [`/bucket/${target}`],
    expected: () => manageable('NoSuchBucket'),
  },
  {
    name: 'update a bucket',
    target: 'a bucket',
    send: (_fixture, kind, target) => [`/bucket/${target}`, json({ public: kind === 'private' }, {}, 'PUT')],
    expected: () => manageable(),
  },
  {
    name: 'empty a bucket',
    target: 'a bucket',
    send: (_fixture, _kind, target) => [`/bucket/${target}/empty`, { method: 'POST' }],
    expected: () => ({ ...manageable(), admin: 'AccessDenied' }),
  },
  {
    name: 'delete a bucket',
    target: 'a bucket',
    send: (_fixture, _kind, target) => [`/bucket/${target}`, { method: 'DELETE' }],
    expected: () => manageable(),
  },
  {
    name: 'get the rules of a bucket',
    target: 'a bucket',
    send: (_fixture, _kind, target) => [`/bucket/${target}/rules`],
    expected: () => manageable('NoSuchBucket'),
  },
  {
    name: 'replace the rules of a bucket',
    target: 'a bucket',
    send: (_fixture, _kind, target) => [`/bucket/${target}/rules`, json(RULES, {}, 'PUT')],
    expected: () => manageable('NoSuchBucket'),
  },
  {
    name: 'purge the cache of a bucket',
    target: 'a bucket',
    send: (_fixture, _kind, target) => [`/cdn/${target}`, { method: 'DELETE' }],
    expected: () => manageable(),
  },
];

export const CALLER_ROUTES = [...READS, ...OTHERS, ...BUCKETS];

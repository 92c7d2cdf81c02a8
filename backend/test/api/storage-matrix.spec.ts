import { decodeJwt } from 'jose';
import { listOperations, readDocument } from '../support/openapi.js';
import { creationHeaders } from '../support/resumable.js';
import { createBucket } from '../support/storage.js';
import { expectedCacheControl, MatrixFixture } from './storage-matrix/matrix-fixture.js';
import type { Caller, Outcome, Scope } from './storage-matrix/matrix-fixture.js';
import {
  ALLOWED,
  MANAGEMENT_ROUTES,
  OBJECT_ROUTES,
  READS,
  SIGNED_ROUTES,
  tus,
  WITHOUT,
} from './storage-matrix/routes.js';
import type { ObjectRoute } from './storage-matrix/routes.js';

const PATH = '/api/storage/v1';
const SCOPES: Scope[] = ['download', 'transformed', 'upload'];
const NO_UPLOAD = '4a3f6f0e-6f5e-4a55-9c43-0f9f5b0f4a10';
/** Outcomes that say that something doesn't exist. */
const NOT_FOUND = /^(NoSuch\w+|nothing)$/;
/** Error responses to HEAD have no body. */
const WITHOUT_BODY: Record<string, string> = { AccessDenied: 'HTTP 403', NoSuchUpload: 'HTTP 404' };
/** A list without entries, or a signed URL for each name but none. */
const EMPTY = /^\[\]$|"objects":\[\]|"signedURL":null/;

/** Which rule or token each route needs, and that nothing else leaks. What rules and tokens grant is proved by unit specs. */
describe('every storage route', () => {
  const fixture = new MatrixFixture();
  beforeAll(() => fixture.start());

  const send = (caller: Caller, [path, init]: readonly [string, RequestInit?]) =>
    fixture.send(path, { ...init, headers: { ...init?.headers, ...fixture.callers[caller] } });
  const describeOutcome = ({ status, code, bytes }: Outcome) => {
    if (status >= 300) return code ?? `HTTP ${status}`;
    return EMPTY.test(bytes.toString('latin1')) ? 'nothing' : ALLOWED;
  };
  /** What may not be seen gets the same response as what doesn't exist, except for its name. */
  const expectSame = (denied: Outcome, missing: Outcome, name: string) =>
    expect([missing.status, missing.bytes.toString().replaceAll('missing', name)]).toEqual([
      denied.status,
      denied.bytes.toString(),
    ]);

  describe('needs exactly these rights', () => {
    const prepare = (target: ObjectRoute['target'], bucket: string) => {
      switch (target) {
        case 'a new name':
          return fixture.newName();
        case 'a copy of it':
          return fixture.upload(bucket, fixture.newName());
        case 'an object elsewhere':
          return fixture.upload(fixture.open, fixture.newName());
        case 'an upload':
          return fixture.beginUpload(bucket);
        default:
          return 'file';
      }
    };

    it.each(OBJECT_ROUTES)('to $name: $needs', async (route) => {
      const { needs, other } = route;
      const without = { ...WITHOUT, ...route.without };
      const exact = await fixture.bucketWith(needs);
      const cases: [string, Caller, string, string][] = [
        ['without a token', 'none', exact, 'AccessDenied'],
        ['anonymous', 'anonymous', exact, route.anonymous ?? without[needs[0]!]],
        ['another user', 'other', exact, other],
        ['with these rights', 'owner', exact, ALLOWED],
      ];
      for (const action of needs)
        cases.push([`without ${action}`, 'owner', await fixture.bucketWithout(action), without[action]]);
      const outcomes: Record<string, string> = {};
      for (const [name, caller, bucket] of cases) {
        const target = await prepare(route.target, bucket);
        const response = await send(caller, route.send(bucket, target, fixture));
        outcomes[name] = describeOutcome(response);
        expect(response.headers.get('cache-control')).toBe('no-store');
        if (!NOT_FOUND.test(outcomes[name])) continue;
        const missing = route.target === 'an upload' ? NO_UPLOAD : 'missing';
        expectSame(response, await send(caller, route.send(bucket, missing, fixture)), target);
      }
      const isHead = route.name.startsWith('HEAD');
      const toExpected = (code: string) => (isHead ? (WITHOUT_BODY[code] ?? code) : code);
      expect(outcomes).toEqual(Object.fromEntries(cases.map(([name, , , code]) => [name, toExpected(code)])));
    });
  });

  it.each(
    READS.flatMap(([path, expected]) =>
      (['public', 'private'] as const).map((kind) => ({ path, kind, expected: expected[kind] })),
    ),
  )(
    'that reads objects of a $kind bucket serves its readers only: $path',
    async ({ path, kind, expected }) => {
      const isPublic = kind === 'public';
      const bucket = await fixture.bucketWith(isPublic ? [] : ['read'], isPublic);
      const outcomes: Record<string, string> = {};
      const bodies = new Set<string>();
      for (const caller of Object.keys(expected) as Caller[]) {
        const request = (name: string, method: string) =>
          send(caller, [`${path}/${bucket}/${name}?width=12`, { method }]);
        const [response, head] = [await request('file', 'GET'), await request('file', 'HEAD')];
        outcomes[caller] = describeOutcome(response);
        expect([head.status, head.bytes.length]).toEqual([response.status, 0]);
        for (const one of [response, head])
          expect(one.headers.get('cache-control')).toBe(expectedCacheControl(one, isPublic));
        if (NOT_FOUND.test(outcomes[caller])) expectSame(response, await request('missing', 'GET'), 'file');
        if (response.status === 200) bodies.add(response.bytes.toString('latin1'));
      }
      expect(outcomes).toEqual(expected);
      const isServed = Object.values(expected).includes(ALLOWED);
      const isOriginal = isServed && /^.object(.(public|authenticated))?$/.test(path);
      expect([bodies.size, bodies.has(fixture.content.toString('latin1'))]).toEqual([
        isServed ? 1 : 0,
        isOriginal,
      ]);
    },
  );

  it.each(MANAGEMENT_ROUTES)(
    'that manages buckets is for the service key and administrators: %s',
    async (_name, request, denied = 'AccessDenied', admin = ALLOWED) => {
      const outcomes: Record<string, string> = {};
      for (const caller of ['none', 'anonymous', 'other', 'support', 'admin', 'service'] as const) {
        const bucket = await createBucket(fixture.product);
        const response = await send(caller, request(bucket));
        outcomes[caller] = describeOutcome(response);
        if (NOT_FOUND.test(outcomes[caller]))
          expectSame(response, await send(caller, request('missing')), bucket);
      }
      const others = { anonymous: denied, other: denied, support: denied };
      expect(outcomes).toEqual({ none: 'AccessDenied', ...others, admin, service: ALLOWED });
    },
  );

  it('that purges the cache of an object is for the service key and administrators', async () => {
    const bucket = await fixture.bucketWith(['read', 'write']);
    for (const [caller, outcome] of [
      ['none', 'AccessDenied'],
      ['owner', 'AccessDenied'],
      ['support', 'AccessDenied'],
      ['admin', ALLOWED],
      ['service', ALLOWED],
    ] as const)
      expect(describeOutcome(await send(caller, [`/cdn/${bucket}/file`, { method: 'DELETE' }]))).toBe(
        outcome,
      );
  });

  describe('for signed URLs', () => {
    let bucket: string;
    const tokens: Record<string, string> = { none: '' };
    beforeAll(async () => {
      bucket = await fixture.bucketWith(['read']);
      const elsewhere = await fixture.bucketWith(['list']);
      await fixture.upload(bucket, 'other');
      for (const scope of SCOPES) {
        tokens[scope] = await fixture.sign(bucket, 'file', scope);
        tokens[`${scope}, other object`] = await fixture.sign(bucket, 'other', scope);
        tokens[`${scope}, other bucket`] = await fixture.sign(elsewhere, 'file', scope);
      }
    });

    /** Sends the token where the route expects it. */
    const use = async (method: string, path: string, token: string, caller: Caller): Promise<Outcome> => {
      if (!path.startsWith('/upload')) {
        const headers = { 'Content-Type': 'image/jpeg' };
        // The same content, so that the other routes still find it.
        const body = method === 'PUT' ? { body: new Uint8Array(fixture.content) } : {};
        return send(caller, [`${path}/${bucket}/file?width=24&token=${token}`, { method, headers, ...body }]);
      }
      const signature = { 'x-signature': token };
      if (method === 'POST')
        return send(caller, [
          path,
          { method, headers: { ...creationHeaders(bucket, 'file', 1), ...signature } },
        ]);
      const id = await fixture.begin(path, { 'x-signature': tokens.upload! }, bucket, 'file');
      const { headers } = tus(method);
      return send(caller, [`${path}/${id}`, { method, headers: { ...headers, ...signature } }]);
    };

    it.each(SIGNED_ROUTES)('accepts only its token for the object: %s %s', async (method, path, scope) => {
      const rejected = [
        'none',
        ...SCOPES.filter((other) => other !== scope),
        `${scope}, other object`,
        `${scope}, other bucket`,
      ];
      const outcomes: Record<string, unknown> = {};
      for (const token of rejected) {
        const { status, code, headers } = await use(method, path, tokens[token]!, 'service');
        outcomes[token] = [status, method === 'HEAD' ? '' : code, headers.get('cache-control')];
      }
      const expectedCode = (token: string) => (token === 'none' ? 'InvalidJWT' : 'InvalidSignature');
      const expected = rejected.map((token) => [
        token,
        [400, method === 'HEAD' ? '' : expectedCode(token), 'no-store'],
      ]);
      expect(outcomes).toEqual(Object.fromEntries(expected));

      const accepted = await use(method, path, tokens[scope]!, 'none');
      expect(accepted.status).toBeLessThan(300);
      expect(accepted.headers.get('cache-control')).toBe(expectedCacheControl(accepted));
    });

    it.each(['GET', 'HEAD'])('sends the signed content, with the expiry of its token: %s', async (method) => {
      const image = await send('service', [`/render/image/authenticated/${bucket}/file?width=12`]);
      for (const [path, scope, content] of [
        ['/object/sign', 'download', fixture.content],
        ['/render/image/sign', 'transformed', image.bytes],
      ] as const) {
        const { headers, bytes } = await use(method, path, tokens[scope]!, 'none');
        expect(headers.get('expires')).toBe(new Date(decodeJwt(tokens[scope]!).exp! * 1000).toUTCString());
        expect(headers.get('content-length')).toBe(String(content.length));
        expect(bytes.equals(method === 'GET' ? content : Buffer.alloc(0))).toBe(true);
      }
    });
  });

  it('is tested, except the one that everyone may call', async () => {
    const operations = listOperations(await readDocument(fixture.product.url)).filter(({ path }) =>
      path.startsWith(PATH),
    );
    const untested = operations.filter(({ method, path }) => {
      const pattern = new RegExp(`^${path.slice(PATH.length).replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
      return !fixture.sent.some((sent) => sent[0] === method.toUpperCase() && pattern.test(sent[1]));
    });
    expect(untested.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${PATH}/health`]);
  });
});

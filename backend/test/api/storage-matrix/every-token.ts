import { decodeJwt } from 'jose';
import {
  expectedCacheControl,
  KINDS,
  OTHER_KIND,
  type Caller,
  type Kind,
  type MatrixFixture,
  type Outcome,
  uploadHeaders,
} from './matrix-fixture.js';

const SCOPES = ['download', 'transformed', 'upload'] as const;
type Scope = (typeof SCOPES)[number];
const STATES = ['valid', 'expired', 'other object', 'other bucket'] as const;
type State = (typeof STATES)[number];
type Token = 'none' | 'garbage' | `${Scope}, ${State}`;
const TOKENS: Token[] = [
  'none',
  'garbage',
  ...SCOPES.flatMap((scope) => STATES.map((state): Token => `${scope}, ${state}`)),
];
/** Their own rights must not matter. */
const SIGNED_CALLERS: Caller[] = ['none', 'service'];

interface SignedRoute {
  scope: Scope;
  method: string;
  /** Begins with what a bucket and an object follow, unless it is about resumable uploads. */
  path: string;
}

/** Routes that a token of a signed URL opens. */
const ROUTES: SignedRoute[] = [
  { scope: 'download', method: 'GET', path: '/object/sign' },
  { scope: 'download', method: 'HEAD', path: '/object/sign' },
  { scope: 'transformed', method: 'GET', path: '/render/image/sign' },
  { scope: 'transformed', method: 'HEAD', path: '/render/image/sign' },
  { scope: 'upload', method: 'PUT', path: '/object/upload/sign' },
  { scope: 'upload', method: 'POST', path: '/upload/resumable/sign' },
  { scope: 'upload', method: 'HEAD', path: '/upload/resumable/sign' },
  { scope: 'upload', method: 'PATCH', path: '/upload/resumable/sign' },
  { scope: 'upload', method: 'DELETE', path: '/upload/resumable/sign' },
];

function expectedCode({ scope }: SignedRoute, token: Token): string | undefined {
  if (token === 'none' || token === 'garbage') return 'InvalidJWT';
  if (token.endsWith('expired')) return 'ExpiredToken';
  return token === `${scope}, valid` ? undefined : 'InvalidSignature';
}

export function everyToken(fixture: MatrixFixture): void {
  const tokens = {} as Record<Kind, Record<Token, string>>;
  const thumbnails = {} as Record<Kind, Buffer>;

  beforeAll(async () => {
    const cells = KINDS.flatMap((kind) => SCOPES.map((scope) => [kind, scope] as const));
    const put = (kind: Kind, token: Token, value: string) => {
      tokens[kind] = { ...tokens[kind], [token]: value };
    };
    for (const [kind, scope] of cells)
      put(kind, `${scope}, expired`, await fixture.sign(kind, 'file', scope, 1));
    fixture.product.clock.advance(fixture.product.settings.storage.uploadUrlSeconds + 1);
    for (const [kind, scope] of cells) {
      put(kind, `${scope}, valid`, await fixture.sign(kind, 'file', scope, 86_400));
      put(kind, `${scope}, other object`, await fixture.sign(kind, 'other', scope, 86_400));
      put(kind, `${scope}, other bucket`, await fixture.sign(OTHER_KIND[kind], 'file', scope, 86_400));
    }
    for (const kind of KINDS) {
      put(kind, 'none', '');
      put(kind, 'garbage', 'a.b.c');
      const path = `/render/image/authenticated/${fixture.buckets[kind]}/file?width=12`;
      thumbnails[kind] = (await fixture.send(path, { headers: fixture.callers.service })).bytes;
    }
  });

  /** Sends the token where the route expects it. */
  const use = async (
    { method, path }: SignedRoute,
    kind: Kind,
    token: Token,
    caller: Caller,
  ): Promise<Outcome> => {
    const headers = fixture.callers[caller];
    const signature = tokens[kind][token];
    if (!path.startsWith('/upload')) {
      const query = token === 'none' ? '' : `&token=${signature}`;
      return fixture.send(`${path}/${fixture.buckets[kind]}/file?width=24${query}`, {
        method,
        headers: { ...headers, 'Content-Type': 'image/jpeg' },
        // The same content, so that the other routes still find it.
        ...(method === 'PUT' ? { body: new Uint8Array(fixture.contents[kind].file) } : {}),
      });
    }
    const tus = {
      ...headers,
      'Tus-Resumable': '1.0.0',
      ...(token === 'none' ? {} : { 'x-signature': signature }),
    };
    if (method === 'POST')
      return fixture.send(path, {
        method,
        headers: { ...tus, ...uploadHeaders(fixture.buckets[kind], 'file') },
      });
    const id = await fixture.beginUpload(kind, { 'x-signature': tokens[kind]['upload, valid'] }, path);
    const chunk = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    return fixture.send(`${path}/${id}`, {
      method,
      headers: { ...tus, ...(method === 'PATCH' ? chunk : {}) },
    });
  };

  const expectBytes = ({ method, path, scope }: SignedRoute, kind: Kind, { bytes, headers }: Outcome) => {
    const { exp } = decodeJwt(tokens[kind][`${scope}, valid`]);
    if (!path.includes('/upload')) expect(headers.get('expires')).toBe(new Date(exp! * 1000).toUTCString());
    const image = path.startsWith('/render') ? thumbnails[kind] : fixture.contents[kind].file;
    if (method === 'GET') expect(bytes.equals(image)).toBe(true);
    if (method === 'HEAD' && !path.startsWith('/upload'))
      expect(headers.get('content-length')).toBe(String(image.length));
  };

  it.each(ROUTES.flatMap((route) => KINDS.map((kind) => ({ ...route, kind }))))(
    '$method $path of a $kind bucket',
    async ({ kind, ...route }) => {
      const outcomes: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      for (const token of TOKENS) {
        for (const caller of SIGNED_CALLERS) {
          const outcome = await use(route, kind, token, caller);
          const code = expectedCode(route, token);
          const allowed = outcome.status < 300;
          if (allowed) expectBytes(route, kind, outcome);
          expect(outcome.headers.get('cache-control')).toBe(expectedCacheControl(outcome, kind));
          const cell = `${token}, ${caller}`;
          outcomes[cell] = allowed ? 'allowed' : [outcome.status, outcome.code];
          wanted[cell] = code === undefined ? 'allowed' : [400, route.method === 'HEAD' ? undefined : code];
        }
      }
      expect(outcomes).toEqual(wanted);
    },
  );
}

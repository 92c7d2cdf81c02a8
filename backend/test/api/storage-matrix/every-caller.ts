import { createBucket } from '../../support/storage.js';
import { ALLOWED, CALLER_ROUTES, type CallerRoute, type Expected } from './caller-routes.js';
import {
  expectedCacheControl,
  CALLERS,
  KINDS,
  type Caller,
  type Kind,
  type MatrixFixture,
} from './matrix-fixture.js';

const NO_UPLOAD = '4a3f6f0e-6f5e-4a55-9c43-0f9f5b0f4a10';
/** Errors that say that something doesn't exist. */
const NOT_FOUND = /^(NoSuch\w+|nothing)$/;

export function everyCaller(fixture: MatrixFixture): void {
  const prepare = async (target: CallerRoute['target'], kind: Kind): Promise<string> => {
    if (target === 'a new name') return fixture.newName();
    if (target === 'a copy of it') return fixture.upload(kind, fixture.newName());
    if (target === 'a bucket') return createBucket(fixture.product, { public: kind === 'public' });
    return target === 'an upload' ? fixture.beginUpload(kind, fixture.callers.owner) : 'file';
  };
  const send = (route: CallerRoute, kind: Kind, caller: Caller, target: string) => {
    const [path, init] = route.send(fixture, kind, target);
    return fixture.send(path, { ...init, headers: { ...init?.headers, ...fixture.callers[caller] } });
  };

  it.each(CALLER_ROUTES.flatMap((route) => KINDS.map((kind) => [route.name, kind, route] as const)))(
    '%s, in a %s bucket',
    async (name, kind, route) => {
      const outcomes: Partial<Expected> = {};
      const thumbnails = new Set<string>();
      const expected = route.expected(kind);
      for (const caller of CALLERS) {
        const response = await send(route, kind, caller, await prepare(route.target, kind));
        const text = response.bytes.toString('latin1');
        const allowed = response.status < 300 && (route.isAllowed?.(text) ?? true);
        const code = response.status < 300 ? 'nothing' : response.code;
        // Error responses to HEAD have no body.
        const denied = name.startsWith('HEAD') && expected[caller] !== ALLOWED ? expected[caller] : code;
        outcomes[caller] = allowed ? ALLOWED : (denied ?? `HTTP ${response.status}`);
        if (allowed && /^GET .object(\/(public|authenticated))?$/.test(name))
          expect(response.bytes.equals(fixture.contents[kind].file)).toBe(true);
        if (allowed && name.startsWith('GET /render')) thumbnails.add(text);
        expect(response.headers.get('cache-control')).toBe(expectedCacheControl(response, kind));
        if (!NOT_FOUND.test(outcomes[caller]!)) continue;
        const missing = await send(route, kind, caller, route.target === 'an upload' ? NO_UPLOAD : 'missing');
        expect([missing.status, missing.bytes.toString().replaceAll('missing', 'file')]).toEqual([
          response.status,
          response.bytes.toString(),
        ]);
      }
      expect(outcomes).toEqual(expected);
      if (name.startsWith('GET /render'))
        expect(thumbnails.size).toBe(kind === 'public' || name.includes('authenticated') ? 1 : 0);
    },
  );
}

import type { OpenAPIObject } from '@nestjs/swagger';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { call, confirmedPerson, signIn } from '../support/auth.js';
import { clientKey } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const PREFIX = '/api/auth/v1';
const JSON_TYPE = 'application/json;charset=UTF-8';
const FORMS = ['/callback', '/sso/saml/acs'];
/** Words of our own house, which no answer may hold. */
const HOUSE =
  /node_modules|\.(js|ts):\d+|\bat \w+\S* \(|postgres|mikro|kysely|\bselect\b.*\bfrom\b|TypeError|RangeError/i;

interface Route {
  method: string;
  path: string;
  fields: string[];
}

describe('a body that no one should send', () => {
  let product: TestProduct;
  let routes: Route[];
  let serviceKey: string;
  let token: string;
  beforeAll(async () => {
    product = await startTestProduct({
      AUTH_ANONYMOUS_ENABLED: 'on',
      AUTH_MFA_WEBAUTHN: 'on',
      AUTH_SAML: 'on',
    });
    const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as OpenAPIObject;
    routes = mutatingRoutes(document);
    serviceKey = await clientKey('service_role');
    token = (await signIn(product, await confirmedPerson(product)).expect(200)).body.access_token;
  });
  afterAll(() => product?.stop());
  // The person who is signed out meets another error than that of his body.
  afterEach(() => call(product, 'get', '/user', token).expect(200));

  /** Who may call the route, so that the body is what is rejected. */
  const bearerFor = ({ path }: Route) => (/\/(admin|invite)(\/|$)/.test(path) ? serviceKey : token);
  const send = async (route: Route, body: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(product.url + route.path.replaceAll(/\{\w+\}/g, randomUUID()), {
      method: route.method,
      redirect: 'manual',
      headers: {
        'Content-Type': JSON_TYPE,
        'X-Supabase-Api-Version': '2024-01-01',
        Authorization: `Bearer ${bearerFor(route)}`,
        ...headers,
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const nameOf = ({ method, path }: Route) => `${method} ${path}`;
  const codeIn = (text: string): unknown => (JSON.parse(text) as { code?: unknown }).code;

  it('has an address with a NUL in it: no one is signed in, and nothing fails', async () => {
    for (const who of [{ email: 'a\0b@example.com' }, { email: '\0' }]) {
      const response = await call(product, 'post', '/token?grant_type=password').send({
        ...who,
        password: 'abcdefgh',
      });
      expect({ who, status: response.status }).toEqual({ who, status: 400 });
    }
  });

  it('is too large, plain or unpacked: 413 on every route', async () => {
    expect(routes.length).toBeGreaterThan(30);
    const large = JSON.stringify({ data: 'x'.repeat(1_100_000) });
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    for (const route of routes) {
      for (const { status, text } of [
        await send(route, large),
        await send(route, bomb, { 'Content-Encoding': 'gzip' }),
      ]) {
        expect([nameOf(route), status, codeIn(text)]).toEqual([
          nameOf(route),
          413,
          'request_entity_too_large',
        ]);
      }
    }
  }, 240_000);

  it('is no JSON object, or packed wrongly: 400 on every route', async () => {
    const bodies = ['{"email":', 'nul', '{"a":1}}', '['.repeat(100_000), '\u0000', '{"a":"\u0001"}'];
    const accepted: string[] = [];
    for (const route of routes.filter(({ path }) => !FORMS.some((form) => path.endsWith(form)))) {
      // Where a body has no field no one looks into it.
      const lists = route.fields.length > 0 ? ['[1]', '"text"'] : [];
      const responses = [
        ...(await Promise.all([...bodies, ...lists].map((body) => send(route, body)))),
        await send(route, 'no gzip', { 'Content-Encoding': 'gzip' }),
        await send(route, '{}', { 'Content-Encoding': 'zstd-of-tomorrow' }),
        await send(route, '{}', { 'Content-Type': 'application/json; charset=latin1' }),
      ];
      responses.forEach(({ status, text }, index) => {
        if (status !== 400 || HOUSE.test(text)) accepted.push(`${nameOf(route)} ${index}: ${status} ${text}`);
      });
    }
    expect(accepted).toEqual([]);
  }, 240_000);

  it('has fields of the wrong kind: never an error of ours, and no word of the house', async () => {
    const odd: unknown[] = [
      7,
      true,
      ['a', {}],
      { $ne: null },
      'x'.repeat(20_000),
      '\0',
      '\ud800',
      "' or 1=1; --",
      JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
      JSON.parse('{"a":'.repeat(3000) + '1' + '}'.repeat(3000)),
    ];
    const faults: string[] = [];
    for (const route of routes.filter(({ path }) => !path.endsWith('/logout'))) {
      for (const value of odd) {
        const all = Object.fromEntries(route.fields.map((field) => [field, value]));
        const bodies = [all, ...route.fields.slice(0, 12).map((field) => ({ [field]: value }))];
        const responses = await Promise.all(bodies.map((body) => send(route, JSON.stringify(body))));
        for (const { status, text } of responses) {
          if (status >= 500 || HOUSE.test(text))
            faults.push(`${nameOf(route)} ${status} ${text.slice(0, 200)}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  }, 240_000);
});

/** Every documented route of the protocol that takes a body. */
function mutatingRoutes(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, item]) =>
      Object.entries(item as Record<string, object>)
        .filter(([method]) => method !== 'get')
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          fields: [...fieldsOf(document, (operation as { requestBody?: object }).requestBody)],
        })),
    );
}

/** The names of all fields that the description of a body holds, at any depth. */
function fieldsOf(document: OpenAPIObject, part: unknown, seen = new Set<unknown>()): Set<string> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return new Set();
  seen.add(part);
  const { $ref, properties = {} } = part as { $ref?: string; properties?: object };
  const named = $ref === undefined ? undefined : document.components?.schemas?.[$ref.split('/').at(-1)!];
  return new Set([
    ...Object.keys(properties),
    ...[named, ...Object.values(part)].flatMap((inner) => [...fieldsOf(document, inner, seen)]),
  ]);
}

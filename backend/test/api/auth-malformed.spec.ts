import type { OpenAPIObject } from '@nestjs/swagger';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { callAuth, createConfirmedUser, signIn } from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';
import { readDocument } from '../support/openapi.js';

const PREFIX = '/api/auth/v1';
const JSON_TYPE = 'application/json;charset=UTF-8';
const FORMS = ['/callback', '/sso/saml/acs'];
/** Internal terms that no response may contain. */
const INTERNAL_TERMS =
  /node_modules|\.(js|ts):\d+|\bat \w+\S* \(|postgres|mikro|kysely|\bselect\b.*\bfrom\b|TypeError|RangeError/i;

interface Route {
  method: string;
  path: string;
  fields: string[];
}

describe('malformed request bodies', () => {
  const product = useFixture(startTestProduct, {
    AUTH_ANONYMOUS_ENABLED: 'on',
    AUTH_MFA_WEBAUTHN: 'on',
    AUTH_SAML: 'on',
  });
  let routes: Route[];
  let serviceKey: string;
  let token: string;
  beforeAll(async () => {
    const document = await readDocument(product.url);
    routes = mutatingRoutes(document);
    serviceKey = await signClientKey('service_role');
    token = (await signIn(product, await createConfirmedUser(product)).expect(200)).body.access_token;
  });
  // With a revoked session the error would be about the session, not about the body.
  afterEach(() => callAuth(product, 'get', '/user', token).expect(200));

  /** A token that may call the route, so that only the body can be rejected. */
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
  const formatRoute = ({ method, path }: Route) => `${method} ${path}`;
  const codeIn = (text: string): unknown => (JSON.parse(text) as { code?: unknown }).code;

  it('do not cause an error when an address contains NUL, and sign no one in', async () => {
    for (const who of [{ email: 'a\0b@example.com' }, { email: '\0' }]) {
      const response = await callAuth(product, 'post', '/token?grant_type=password').send({
        ...who,
        password: 'abcdefgh',
      });
      expect({ who, status: response.status }).toEqual({ who, status: 400 });
    }
  });

  it('return 413 on every route when too large, compressed or not', async () => {
    expect(routes.length).toBeGreaterThan(30);
    const large = JSON.stringify({ data: 'x'.repeat(1_100_000) });
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    for (const [index, route] of routes.entries()) {
      const { status, text } = await (index % 2
        ? send(route, large)
        : send(route, bomb, { 'Content-Encoding': 'gzip' }));
      expect([formatRoute(route), status, codeIn(text)]).toEqual([
        formatRoute(route),
        413,
        'request_entity_too_large',
      ]);
    }
  });

  it('return 400 on every route when not a JSON object or wrongly compressed', async () => {
    const malformed: [body: string, headers?: Record<string, string>][] = [
      ['{"email":'],
      ['nul'],
      ['{"a":1}}'],
      ['['.repeat(100_000)],
      ['\u0000'],
      ['{"a":"\u0001"}'],
      ['no gzip', { 'Content-Encoding': 'gzip' }],
      ['{}', { 'Content-Encoding': 'zstd-of-tomorrow' }],
      ['{}', { 'Content-Type': 'application/json; charset=latin1' }],
    ];
    const accepted: string[] = [];
    const withJson = routes.filter(({ path }) => !FORMS.some((form) => path.endsWith(form)));
    for (const [index, route] of withJson.entries()) {
      // Routes without body fields ignore the body.
      const lists = route.fields.length > 0 ? ['[1]', '"text"'] : [];
      // Each route gets a third of them, because one parser serves all routes.
      const sent = [
        ...malformed.filter((_, number) => number % 3 === index % 3),
        ...lists.map((body) => [body] as const),
      ];
      const responses = await Promise.all(sent.map(([body, headers]) => send(route, body, headers)));
      responses.forEach(({ status, text }, number) => {
        if (status !== 400 || INTERNAL_TERMS.test(text))
          accepted.push(`${formatRoute(route)} ${sent[number]![0].slice(0, 20)}: ${status} ${text}`);
      });
    }
    expect(accepted).toEqual([]);
  });

  it('never cause a server error or reveal internal terms when fields have the wrong type', async () => {
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
    const problems: string[] = [];
    let sent = 0;
    for (const [index, route] of routes.filter(({ path }) => !path.endsWith('/logout')).entries()) {
      const bodies = [
        // A fifth of them for each route, and one more for each field.
        ...odd
          .filter((_, number) => number % 5 === index % 5)
          .map((value) => Object.fromEntries(route.fields.map((field) => [field, value]))),
        ...route.fields.map((field) => ({ [field]: odd[sent++ % odd.length] })),
      ];
      const responses = await Promise.all(bodies.map((body) => send(route, JSON.stringify(body))));
      for (const { status, text } of responses) {
        if (status >= 500 || INTERNAL_TERMS.test(text))
          problems.push(`${formatRoute(route)} ${status} ${text.slice(0, 200)}`);
      }
    }
    expect(problems).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

/** Every documented auth route that takes a body. */
function mutatingRoutes(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, item]) =>
      Object.entries(item as Record<string, object>)
        .filter(([method]) => method !== 'get')
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          fields: [...collectFields(document, (operation as { requestBody?: object }).requestBody)],
        })),
    );
}

/** The names of all fields in the schema of a body, at any depth. */
function collectFields(document: OpenAPIObject, part: unknown, seen = new Set<unknown>()): Set<string> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return new Set();
  seen.add(part);
  const { $ref, properties = {} } = part as { $ref?: string; properties?: object };
  const named = $ref === undefined ? undefined : document.components?.schemas?.[$ref.split('/').at(-1)!];
  return new Set([
    ...Object.keys(properties),
    ...[named, ...Object.values(part)].flatMap((inner) => [...collectFields(document, inner, seen)]),
  ]);
}

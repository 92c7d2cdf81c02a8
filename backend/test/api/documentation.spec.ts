import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Express } from 'express';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakingChanges, type ApiDocument } from '../support/api-changes.js';
import { photo } from '../support/images.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useShared } from '../support/fixtures.js';
import { readDocument } from '../support/openapi.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface DocumentedRoute {
  method: string;
  path: string;
  operation: Operation;
}

const ROOT = new URL('../../../', import.meta.url);
const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(file, ROOT), 'utf8'));

describe('the API documentation', () => {
  const product = useShared(startPaymentFixture);
  let document: OpenAPIObject;
  let routes: DocumentedRoute[];

  beforeAll(async () => {
    document = await readDocument(product.url);
    routes = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method,
        path,
        operation: operation as Operation,
      })),
    );
  });

  it('includes every route that is served', () => {
    const documented = routes.map(({ method, path }) => `${method} ${path}`);
    const served = servedRoutes(product.api.getHttpAdapter().getInstance() as Express);
    expect(served.length).toBeGreaterThan(20);
    expect(served.filter((route) => !documented.includes(route))).toEqual([]);
  });

  it('describes every route with its summary, responses and errors', () => {
    const lacking = routes.flatMap(({ method, path, operation }) => {
      const statuses = Object.keys(operation.responses);
      const missing = [
        operation.summary ? '' : 'a summary',
        operation.tags?.length ? '' : 'a tag',
        statuses.some((status) => /^[23]/.test(status)) ? '' : 'a success response',
        path.includes('/health') || statuses.some((status) => /^[45]/.test(status)) ? '' : 'error responses',
      ].filter(Boolean);
      return missing.map((what) => `${method} ${path} lacks ${what}`);
    });
    expect(lacking).toEqual([]);
  });

  it('gives every request field a type, bounds and an example', () => {
    const fields = routes.flatMap((route) => requestFields(route, document));
    expect(fields.length).toBeGreaterThan(60);
    expect(fields.flatMap(missingIn)).toEqual([]);
  });

  it('uses integers for amounts in cents', () => {
    const [before, ...after] = JSON.stringify(document).split('"type":"number"');
    expect(after.length > 0 && before!.slice(-100)).toBe(false);
    for (const name of ['CreatePaymentIntentBody', 'PrepareCheckoutBody', 'ProcessPaymentBody']) {
      const body = document.components!.schemas![name] as Schema;
      expect(body.properties!['amount']).toMatchObject({ type: 'integer', minimum: 1, maximum: 100_000_000 });
    }
  });

  it('links back to the site', () => {
    const [site] = document.servers!;
    expect(document.externalDocs).toEqual({ description: 'Back to the product', url: site!.url });
  });

  describe('the API documentation page', () => {
    let page: string;
    const snippets = () =>
      [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs)].map(([, code]) =>
        unescape(code!).replaceAll(product.settings.siteUrl, product.url),
      );
    beforeAll(async () => {
      page = await (await fetch(`${product.url}/api/docs`)).text();
    });

    it('lists every route once, and loads only what exists', async () => {
      const listed = [...page.matchAll(/data-path="([^"]+)"/g)].map(([, route]) => route);
      expect(listed.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
      const assets = [...page.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)].map(([, path]) => path!);
      expect(assets.length).toBeGreaterThan(4);
      for (const path of assets)
        expect([path, (await fetch(product.url + path)).status]).toEqual([path, 200]);
    });

    it('has commands that sign up, sign in and call an endpoint when pasted', async () => {
      const [signUp, signIn, call] = snippets();
      expect(await run('sh', '-c', signUp!)).toMatchObject({ email: 'you@example.com' });
      await product.database.query({
        text: `update users set email_confirmed_at = now() where email = 'you@example.com'`,
        values: [],
      });
      const check = await run('sh', '-c', `${signIn}\n${call}`);
      expect(check).toEqual(expect.objectContaining({ subscription_tier: 'free', status: 'trialing' }));

      const [script, storage] = snippets().slice(3);
      const print = (code: string, value: string) =>
        code.replace(/console\.log\(.*\)/, `console.log(JSON.stringify(${value}))`);
      const module = print(script!, 'data');
      expect(await run(process.execPath, '--input-type=module', '-e', module)).toEqual(check);

      const folder = await mkdtemp(join(tmpdir(), 'quick-start-'));
      try {
        const picture = await photo(64, 64);
        const path = join(folder, 'picture.jpg');
        await writeFile(path, picture);
        const withFile = `${script!.replace(/console\.log\(.*\);/, '')}\n${storage!.replace('picture.jpg', path)}`;
        const stored = await run(
          process.execPath,
          '--input-type=module',
          '-e',
          print(withFile, '{ url: link.signedUrl, type: file.type, size: file.size }'),
        );
        const { url, ...file } = stored as { url: string };
        expect(file).toEqual({ type: 'image/jpeg', size: picture.length });
        expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(picture);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  });

  it('has the version of the release, which has a section in the changelog', async () => {
    const { version } = (await readJson('package.json')) as { version: string };
    expect(document.info.version).toBe(version);
    expect(await readFile(new URL('CHANGELOG.md', ROOT), 'utf8')).toContain(`\n## ${version} - `);
  });

  it('is compatible with the last release', async () => {
    const released = (await readJson('openapi.released.json')) as ApiDocument;
    const current = document as unknown as ApiDocument;
    expect(Object.keys(released.paths).length).toBeGreaterThan(100);
    expect(breakingChanges(released, current)).toEqual([]);
  });

  it.each([
    [
      'a nullable field of a response',
      'GET /api/account/v1/invoices, response 200.items[].status: type string became string or null',
      ({ components }) => {
        components!.schemas!['InvoiceResponse']!.properties!['status']!.nullable = true;
      },
    ],
    [
      'a new required field of a request',
      'POST /api/account/v1/subscription/quotes, request.coupon: required',
      ({ components }) => {
        const { properties, required } = components!.schemas!['QuoteBody']!;
        properties!['coupon'] = { type: 'string' };
        required!.push('coupon');
      },
    ],
  ] satisfies [string, string, (document: ApiDocument) => unknown][])(
    'reports %s as a breaking change',
    (_, change, edit) => {
      const current = structuredClone(document) as unknown as ApiDocument;
      edit(current);
      expect(breakingChanges(document as unknown as ApiDocument, current)).toEqual([change]);
    },
  );

  it('allows additions', () => {
    const current = structuredClone(document) as unknown as ApiDocument;
    const schemas = current.components!.schemas!;
    current.paths['/api/new'] = current.paths['/api/account/v1/subscription']!;
    schemas['TrialResponse']!.properties!['days'] = { type: 'integer' };
    schemas['TrialResponse']!.properties!['status']!.enum!.push('paused');
    schemas['QuoteBody']!.properties!['coupon'] = { type: 'string' };
    schemas['QuoteBody']!.properties!['interval']!.enum!.push('week');
    expect(breakingChanges(document as unknown as ApiDocument, current)).toEqual([]);
  });

  it('is valid and passes the linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The product has no public license, its test URL is local, and some routes only redirect.
        'info-license': 'off',
        'no-server-example.com': 'off',
        'operation-2xx-response': 'off',
      },
    });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });
});

const execute = promisify(execFile);

/** The JSON that a command prints. */
async function run(command: string, ...args: string[]): Promise<unknown> {
  const { stdout, stderr } = await execute(command, args);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

function unescape(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name]!);
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  format?: string;
  enum?: unknown[];
  example?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}
interface RequestField {
  name: string;
  schema: Schema;
  /** The auth protocol leaves some bounds open; our own routes do not. */
  ours: boolean;
}

/** Everything a caller may send: parameters and body fields, including nested objects. */
function requestFields(
  { method, path, operation }: DocumentedRoute,
  document: OpenAPIObject,
): RequestField[] {
  const strict = /^\/api\/(functions|account|admin)\//.test(path);
  const at = `${method} ${path}`;
  const inside = (name: string, schema: Schema): RequestField[] => {
    const [own, ...others] = [schema, ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].map((part) =>
      part.$ref ? (document.components!.schemas![part.$ref.split('/').at(-1)!] as Schema) : part,
    );
    return [own!, ...others].flatMap((part) =>
      Object.entries(part.properties ?? {}).flatMap(([field, value]) => [
        { name: `${name} ${field}`, schema: value, ours: strict },
        ...inside(`${name} ${field}`, value),
      ]),
    );
  };
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    'schema' in parameter && parameter.in !== 'header'
      ? [
          {
            name: `${at} ?${parameter.name}`,
            schema: { example: parameter.example as unknown, ...(parameter.schema as Schema) },
            ours: strict,
          },
        ]
      : [],
  );
  const body = operation.requestBody;
  const schema = body && 'content' in body ? (body.content['application/json']?.schema as Schema) : undefined;
  return [...parameters, ...(schema ? inside(at, schema) : [])];
}

/** What the schema of a field leaves open. */
function missingIn({ name, schema, ours: strict }: RequestField): string[] {
  if (schema.$ref || schema.allOf) return [];
  const closed = Boolean(schema.enum) || schema.format === 'uuid' || schema.type === 'boolean';
  const text = schema.type === 'string' && !closed;
  const missing = [
    schema.type ? '' : 'a type',
    closed || schema.type === 'array' || schema.type === 'integer' || schema.example !== undefined
      ? ''
      : 'an example',
    strict && text && schema.maxLength === undefined ? 'a length' : '',
    strict && schema.type === 'integer' && (schema.minimum === undefined || schema.maximum === undefined)
      ? 'bounds'
      : '',
    schema.type === 'array' && schema.maxItems === undefined ? 'a length' : '',
  ];
  return missing.filter(Boolean).map((what) => `${name} lacks ${what}`);
}

/** Every served route in the spelling of the document, except the documentation itself and fallback routes. */
function servedRoutes(server: Express): string[] {
  const layers = server.router.stack as {
    route?: { path: unknown; methods?: Record<string, boolean>; stack: { method?: string }[] };
  }[];
  return layers.flatMap(({ route }) => {
    if (typeof route?.path !== 'string' || /^\/api\/(docs|openapi)|\*/.test(route.path)) return [];
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    return [...new Set(route.stack.map(({ method }) => method))].map((method) => `${method} ${path}`);
  });
}

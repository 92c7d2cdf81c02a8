import type { OpenAPIObject } from '@nestjs/swagger';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Express } from 'express';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface DocumentedRoute {
  method: string;
  path: string;
  operation: Operation;
}

describe('the API documentation', () => {
  let product: PaymentFixture;
  let document: OpenAPIObject;
  let routes: DocumentedRoute[];

  beforeAll(async () => {
    product = await startPaymentFixture();
    document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as OpenAPIObject;
    routes = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method,
        path,
        operation: operation as Operation,
      })),
    );
  });
  afterAll(() => product?.stop());

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
    expect(JSON.stringify(document)).not.toContain('"type":"number"');
    for (const name of ['CreatePaymentIntentBody', 'PrepareCheckoutBody', 'ProcessPaymentBody']) {
      const body = document.components!.schemas![name] as Schema;
      expect(body.properties!['amount']).toMatchObject({ type: 'integer', minimum: 1, maximum: 100_000_000 });
    }
  });

  it('links back to the site', () => {
    const [site] = document.servers!;
    expect(document.externalDocs).toEqual({ description: 'Back to the product', url: site!.url });
  });

  it('has a readable page', async () => {
    const page = await fetch(`${product.url}/api/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('swagger-ui');
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

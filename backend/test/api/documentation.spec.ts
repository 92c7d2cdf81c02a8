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

describe('the documentation of the API', () => {
  let shop: PaymentFixture;
  let document: OpenAPIObject;
  let routes: DocumentedRoute[];

  beforeAll(async () => {
    shop = await startPaymentFixture();
    document = (await (await fetch(`${shop.url}/api/openapi.json`)).json()) as OpenAPIObject;
    routes = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method,
        path,
        operation: operation as Operation,
      })),
    );
  });
  afterAll(() => shop?.stop());

  it('has every route that is served', () => {
    const documented = routes.map(({ method, path }) => `${method} ${path}`);
    const served = servedRoutes(shop.api.getHttpAdapter().getInstance() as Express);
    expect(served.length).toBeGreaterThan(20);
    expect(served.filter((route) => !documented.includes(route))).toEqual([]);
  });

  it('says of every route what it does, what it answers and what it rejects', () => {
    const lacking = routes.flatMap(({ method, path, operation }) => {
      const statuses = Object.keys(operation.responses);
      const lacks = [
        operation.summary ? '' : 'a summary',
        operation.tags?.length ? '' : 'a tag',
        statuses.some((status) => /^[23]/.test(status)) ? '' : 'an answer',
        path.includes('/health') || statuses.some((status) => /^[45]/.test(status)) ? '' : 'refusals',
      ].filter(Boolean);
      return lacks.map((what) => `${method} ${path} lacks ${what}`);
    });
    expect(lacking).toEqual([]);
  });

  it('gives every field of a request its kind, its bounds and an example', () => {
    const fields = routes.flatMap((route) => requestFields(route, document));
    expect(fields.length).toBeGreaterThan(60);
    expect(fields.flatMap(lacksOf)).toEqual([]);
  });

  it('counts in whole numbers: amounts are cents', () => {
    expect(JSON.stringify(document)).not.toContain('"type":"number"');
    for (const name of ['CreatePaymentIntentBody', 'PrepareCheckoutBody', 'ProcessPaymentBody']) {
      const body = document.components!.schemas![name] as Schema;
      expect(body.properties!['amount']).toMatchObject({ type: 'integer', minimum: 1, maximum: 100_000_000 });
    }
  });

  it('has a readable page', async () => {
    const page = await fetch(`${shop.url}/api/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('swagger-ui');
  });

  it('is valid, and nothing is left that a linter of such documents would warn of', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The product is not licensed to anybody; its address in tests is a local one; some routes only redirect.
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
  /** The wire protocol of accounts leaves some bounds open; our own calls leave none. */
  ours: boolean;
}

/** Everything a caller may send: parameters and the fields of bodies, those of nested objects included. */
function requestFields(
  { method, path, operation }: DocumentedRoute,
  document: OpenAPIObject,
): RequestField[] {
  const ours = /^\/api\/(functions|account|admin)\//.test(path);
  const at = `${method} ${path}`;
  const inside = (name: string, schema: Schema): RequestField[] => {
    const [own, ...others] = [schema, ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].map((part) =>
      part.$ref ? (document.components!.schemas![part.$ref.split('/').at(-1)!] as Schema) : part,
    );
    return [own!, ...others].flatMap((part) =>
      Object.entries(part.properties ?? {}).flatMap(([field, value]) => [
        { name: `${name} ${field}`, schema: value, ours },
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
            ours,
          },
        ]
      : [],
  );
  const body = operation.requestBody;
  const schema = body && 'content' in body ? (body.content['application/json']?.schema as Schema) : undefined;
  return [...parameters, ...(schema ? inside(at, schema) : [])];
}

/** What the description of a field leaves open. */
function lacksOf({ name, schema, ours }: RequestField): string[] {
  if (schema.$ref || schema.allOf) return [];
  const closed = Boolean(schema.enum) || schema.format === 'uuid' || schema.type === 'boolean';
  const text = schema.type === 'string' && !closed;
  const lacks = [
    schema.type ? '' : 'a type',
    closed || schema.type === 'array' || schema.type === 'integer' || schema.example !== undefined
      ? ''
      : 'an example',
    ours && text && schema.maxLength === undefined ? 'a length' : '',
    ours && schema.type === 'integer' && (schema.minimum === undefined || schema.maximum === undefined)
      ? 'bounds'
      : '',
    schema.type === 'array' && schema.maxItems === undefined ? 'a length' : '',
  ];
  return lacks.filter(Boolean).map((what) => `${name} lacks ${what}`);
}

/** Every route of the server in the document's spelling, but for the documentation itself and what catches the rest. */
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

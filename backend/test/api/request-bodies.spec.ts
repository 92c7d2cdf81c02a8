import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { callApi } from '../support/call-api.js';
import {
  flattenSchema,
  listOperations,
  readDocument,
  type Operation,
  type Parameter,
} from '../support/openapi.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';
import { createUser, type SignedInUser } from '../support/users.js';

describe('a request body', () => {
  const product = useShared(startTestProduct);
  let document: OpenAPIObject;
  let routes: string[];
  let admin: SignedInUser;
  beforeAll(async () => {
    document = await readDocument(product.url);
    routes = Object.entries(document.paths)
      .filter(([path, { post }]) => post && /^\/api\/(functions|admin)\//.test(path))
      .map(([path]) => path);
    admin = await createUser(product, { role: 'admin' });
  });

  const send = (path: string, type: string | undefined, body?: string) =>
    fetch(product.url + path.replaceAll(/\{\w+\}/g, 'x'), {
      method: 'POST',
      headers: type ? { 'Content-Type': type } : {},
      ...(body === undefined ? {} : { body }),
    });

  it('that is not JSON is rejected by every function and admin route with a hint, as documented', async () => {
    expect(routes.length).toBeGreaterThan(10);
    const bodies = [
      ['text/plain', '{"amount": 4900}'],
      ['application/x-www-form-urlencoded', 'amount=4900'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['application/json; charset=latin1', '{"amount": 4900}'],
    ] as const;
    for (const [index, path] of routes.entries()) {
      const [type, body] = bodies[index % bodies.length]!;
      const response = await send(path, type, body);
      expect({ path, type, status: response.status, body: await response.json() }).toEqual({
        path,
        type,
        status: 415,
        body: {
          statusCode: 415,
          code: 'unsupported_media_type',
          message: 'The request body must be JSON in UTF-8. Send it with Content-Type: application/json.',
          requestId: response.headers.get('x-request-id'),
        },
      });
      expect(document.paths[path]!.post!.responses).toHaveProperty(['415']);
    }
  });

  /** Calls a route as an administrator; returns the fields that the error names. */
  const findInvalidFields = async ({ id, method, path, parameters }: Operation, body: object) => {
    const sampleValue = ({ schema }: Parameter) => (schema?.format === 'uuid' ? randomUUID() : 'x');
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      sampleValue(parameters.find((parameter) => parameter.name === name)!),
    );
    const response = await callApi<{ details?: { fields?: { field: string }[] } }>(
      product,
      admin.headers,
      method,
      target.replace('/api/', ''),
      body,
    );
    return { id, status: response.status, fields: response.body.details?.fields?.map(({ field }) => field) };
  };

  it('with an unknown field is rejected by every route, even by those that read no body', async () => {
    const operations = listOperations(document).filter(
      ({ method, path }) => method !== 'GET' && /^\/api\/(functions|account|admin)\//.test(path),
    );
    expect(operations.filter(({ body }) => !body).length).toBeGreaterThan(10);
    for (const operation of operations)
      expect(await findInvalidFields(operation, { unknown: 1 })).toEqual({
        id: operation.id,
        status: 422,
        fields: expect.arrayContaining(['unknown']) as string[],
      });
  });

  it('with an empty reason is rejected by every route for which staff give one', async () => {
    const operations = listOperations(document).filter(
      ({ path, body }) =>
        path.startsWith('/api/admin/') &&
        body !== undefined &&
        flattenSchema(document, body.schema).some(({ required }) => required?.includes('reason')),
    );
    expect(operations.length).toBeGreaterThan(5);
    for (const operation of operations)
      for (const reason of ['', '\n\t '])
        expect(await findInvalidFields(operation, { reason })).toEqual({
          id: operation.id,
          status: 422,
          fields: expect.arrayContaining(['reason']) as string[],
        });
  });

  it('with a NUL or deep nesting is rejected by every function and admin route, naming the field', async () => {
    const bodies = [
      ['{"a": {"b": "x\\u0000y"}}', 'a.b'],
      ['['.repeat(5000) + ']'.repeat(5000), '0.0.0'],
      ['{"a":'.repeat(5000) + '1' + '}'.repeat(5000), 'a.a.a'],
    ] as const;
    for (const [index, path] of routes.entries()) {
      const [body, field] = bodies[index % bodies.length]!;
      const response = await send(path, 'application/json', body);
      expect({ path, status: response.status, body: await response.json() }).toMatchObject({
        path,
        status: 422,
        body: { code: 'validation_failed', details: { fields: [{ field }] } },
      });
    }
  });

  it('may be missing when nothing is required, and have any spelling of its content type', async () => {
    const path = '/api/functions/v1/get-stripe-config';
    for (const type of [undefined, 'text/plain']) expect((await send(path, type)).status).toBe(200);
    for (const type of ['application/json; charset=UTF-8', 'Application/JSON'])
      expect((await send(path, type, '{}')).status).toBe(200);
    const missing = await send('/api/functions/v1/create-payment-intent', undefined);
    expect(await missing.json()).toMatchObject({ statusCode: 422, code: 'validation_failed' });
  });

  it('that is not JSON gets the error format of the auth protocol and the webhook', async () => {
    const signUp = await send('/api/auth/v1/signup', 'text/plain', 'hello');
    expect(await signUp.json()).toMatchObject({ code: 422, error_code: 'anonymous_provider_disabled' });
    const odd = await send('/api/auth/v1/signup', 'application/json; charset=latin1', '{}');
    expect(await odd.json()).toMatchObject({ code: 400, error_code: 'bad_json' });
    const webhook = await send('/api/webhooks/stripe', 'text/plain', 'hello');
    expect(webhook.status).toBe(400);
  });
});

import type { OpenAPIObject } from '@nestjs/swagger';
import { EVERY_METHOD } from '../support/auth.js';
import {
  listOperations,
  flattenSchema,
  readDocument,
  type Operation,
  type Schema,
} from '../support/openapi.js';
import { sendRequest, type RawRequest, type RawResponse } from '../support/http-request.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const AUTH = '/api/auth/v1/';
const VERSION = { 'X-Supabase-Api-Version': '2024-01-01' };
const STORAGE = '/api/storage/v1/';
/** Signed payloads, not parsed before the signature is verified. */
const RAW_BODIES = ['POST /api/webhooks/stripe'];

/** Bytes in place of a JSON string: escaped NUL and surrogates, no UTF-8, an overlong NUL, an encoded surrogate. */
const BAD_JSON_TEXTS = [
  Buffer.from(String.raw`a\u0000b`),
  Buffer.from(String.raw`a\ud800b`),
  Buffer.from(String.raw`\udc00`),
  Buffer.from([0x61, 0xff]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
];
const BAD_ENCODED_TEXTS = ['a%00b', '%ff', '%C0%80', '%ed%a0%80', 'caf%E9'];
const HEADERS = [
  'User-Agent',
  'Referer',
  'X-Client-Info',
  'X-Forwarded-For',
  'Idempotency-Key',
  'X-Unheard-Of',
];

/** One after the other. */
function rotate<T>(values: readonly T[]): () => T {
  let used = 0;
  return () => values[used++ % values.length]!;
}

describe('text that PostgreSQL cannot store', () => {
  const product = useShared(startTestProduct, EVERY_METHOD);
  let document: OpenAPIObject;
  let operations: Operation[];
  let requests = 0;
  beforeAll(async () => {
    document = await readDocument(product.url);
    // One middleware checks all requests, so every third route gets one text in each place; `documented-responses` sends many more.
    operations = listOperations(document).filter((_, index) => index % 3 === 0);
  });

  const send = (sent: RawRequest) => sendRequest(product.url, sent);

  /** Sends the request, of auth alternately with both protocol versions; returns the response if it does not name the field. */
  const findErrors = async (sent: RawRequest, field: string): Promise<string[]> => {
    const version = requests++ % 2 && sent.path.startsWith(AUTH) ? VERSION : {};
    const response = await send({ ...sent, headers: { ...sent.headers, ...version } });
    // A response to HEAD has no body.
    const isExpected =
      sent.method === 'HEAD' ? response.status === 400 : namesField(sent.path, response, field);
    return isExpected
      ? []
      : [`${sent.method} ${sent.path} ${field}: ${response.status} ${response.text.slice(0, 200)}`];
  };

  const fillPath = ({ path }: Operation, values: Record<string, string> = {}) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x');

  it('is rejected in a field of any JSON body, naming the field', async () => {
    const nextText = rotate(BAD_JSON_TEXTS);
    const problems: string[] = [];
    expect(operations.length).toBeGreaterThan(50);
    let sent = 0;
    for (const [index, operation] of operations.entries()) {
      const { method, body } = operation;
      if (body?.type !== 'application/json' || RAW_BODIES.includes(operation.id)) continue;
      const fields = textFields(document, body.schema);
      if (fields.length === 0) continue;
      const path = fields[index % fields.length]!;
      const call: RawRequest = {
        method,
        path: fillPath(operation),
        headers: { 'Content-Type': 'application/json' },
        body: jsonWith(path, nextText()),
      };
      problems.push(...(await findErrors(call, path.slice(0, 3).join('.'))));
      sent++;
    }
    expect(sent).toBeGreaterThan(20);
    expect(problems).toEqual([]);
  });

  it('is also rejected in a field name', async () => {
    const body = Buffer.from(String.raw`{"data":{"a\u0000b":1}}`);
    const headers = { 'Content-Type': 'application/json' };
    for (const path of [`${AUTH}signup`, '/api/functions/v1/share-story', `${STORAGE}bucket`])
      expect(await findErrors({ method: 'POST', path, headers, body }, 'data.a')).toEqual([]);
  });

  it.each(BAD_ENCODED_TEXTS)('%s in a form field is rejected, naming the field', async (text) => {
    const forms = listOperations(document).filter(
      ({ body }) => body?.type === 'application/x-www-form-urlencoded',
    );
    expect(forms.length).toBeGreaterThan(1);
    for (const operation of forms) {
      for (const [field] of textFields(document, operation.body!.schema)) {
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
        const body = Buffer.from(`a=b&${field}=${text}`);
        expect(
          await findErrors({ method: operation.method, path: operation.path, headers, body }, field!),
        ).toEqual([]);
      }
    }
  });

  it('is rejected in any query, naming the parameter', async () => {
    const nextText = rotate(BAD_ENCODED_TEXTS);
    for (const [index, operation] of operations.entries()) {
      const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
      const names = [...parameters.map(({ name }) => name), 'unknown'];
      const name = names[index % names.length]!;
      const path = `${fillPath(operation)}?a=b&${name}=${nextText()}`;
      expect(await findErrors({ method: operation.method, path }, name)).toEqual([]);
    }
  });

  it('is rejected in any path, naming the parameter', async () => {
    const nextText = rotate([...BAD_ENCODED_TEXTS, '%zz']);
    const withParameters = operations.filter(({ path }) => path.includes('{'));
    expect(withParameters.length).toBeGreaterThan(20);
    for (const operation of withParameters) {
      for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) {
        const path = fillPath(operation, { [name!]: nextText() });
        expect(await findErrors({ method: operation.method, path }, name!)).toEqual([]);
      }
    }
  });

  it('is rejected in every header, naming it', async () => {
    for (const [index, name] of HEADERS.entries()) {
      const operation = operations[(index * 17) % operations.length]!;
      const sent = { method: operation.method, path: fillPath(operation), headers: { [name]: 'a\u00ffb' } };
      expect(await findErrors(sent, name.toLowerCase())).toEqual([]);
    }
  });

  it('is ignored in unrelated cookies', async () => {
    const response = await send({
      method: 'GET',
      path: '/api/functions/v1/get-stripe-config',
      headers: { Cookie: 'ads=\u00ff%00' },
    });
    expect(response.status).toBe(200);
  });

  it('does not include other scripts, emoji or a byte order mark', async () => {
    const { body } = await signUpWith({ name: 'Ζωή 👩‍🚀 \u0001 \ufffd 𝒜', note: String.raw`\u0000` });
    expect(body).toMatchObject({
      user_metadata: { name: 'Ζωή 👩‍🚀 \u0001 \ufffd 𝒜', note: String.raw`\u0000` },
    });
    await product.database.query({ text: `delete from users where email = 'zoe@example.com'` });
  });

  it('in full requests leaves no replacement character in the database', async () => {
    const bad = Buffer.from([0x61, 0xff]);
    const fullRequest: [string, (text: string) => object][] = [
      ['auth/v1/signup', (text) => ({ email: 'ada@example.com', password: 'correct horse', data: { text } })],
      ['auth/v1/otp', (text) => ({ email: 'bob@example.com', data: { [text]: 1 } })],
      [
        'functions/v1/share-story',
        (story) => ({ name: 'Ada', company: 'Acme', email: 'ada@example.com', story, consent: true }),
      ],
    ];
    for (const [name, createBody] of fullRequest) {
      const [before, after] = JSON.stringify(createBody('BAD '.repeat(20).trim())).split('BAD', 2);
      const rest = JSON.stringify(createBody('BAD '.repeat(20).trim())).slice(before!.length + 3);
      expect(after).toBeDefined();
      const { status } = await send({
        method: 'POST',
        path: `/api/${name}`,
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'a\u00ffb' },
        body: Buffer.concat([Buffer.from(before!), bad, Buffer.from(rest)]),
      });
      expect([400, 422]).toContain(status);
    }
    expect(await columnsWith('\ufffd', product)).toEqual([]);
  });

  async function signUpWith(data: object): Promise<{ body: unknown }> {
    const response = await fetch(`${product.url}/api/auth/v1/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `\ufeff${JSON.stringify({ email: 'zoe@example.com', password: 'correct horse', data })}`,
    });
    expect(response.status).toBe(200);
    return { body: await response.json() };
  }
});

/** Whether the response has its protocol's format, the status for an invalid field, and names this field. */
function namesField(path: string, { status, headers, text }: RawResponse, field: string): boolean {
  const body = parsed(text) as {
    code?: unknown;
    error_code?: unknown;
    message?: unknown;
    msg?: unknown;
    details?: { fields?: { field?: string }[] };
  };
  if (path.startsWith(STORAGE))
    return status === 400 && body.code === 'InvalidRequest' && String(body.message).includes(` ${field}`);
  if (!path.startsWith(AUTH)) {
    const named = body.details?.fields?.[0]?.field;
    return status === 422 && body.code === 'validation_failed' && named?.startsWith(field) === true;
  }
  const versioned = headers['x-supabase-api-version'] !== undefined;
  const [code, message] = versioned ? [body.code, body.message] : [body.error_code, body.msg];
  return (
    status === 400 &&
    code === 'validation_failed' &&
    (versioned || body.code === 400) &&
    String(message).includes(` ${field}`)
  );
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

/** Paths to each string field of the body, and to fields that accept any value. */
function textFields(document: OpenAPIObject, schema: Schema, depth = 0): string[][] {
  const fields = flattenSchema(document, schema).flatMap((part) => {
    const inside = Object.entries(part.properties ?? {}).flatMap(([name, property]) =>
      textFields(document, property, depth + 1).map((path) => [name, ...path]),
    );
    const items = part.items ? textFields(document, part.items, depth + 1).map((path) => ['0', ...path]) : [];
    const open = part.type === 'object' && part.additionalProperties ? [['anything']] : [];
    return [...(part.type === 'string' ? [[]] : []), ...inside, ...items, ...open];
  });
  return [...new Map(fields.map((path) => [path.join('.'), path])).values()];
}

/** A body of nested lists and objects with the text at this path. */
function jsonWith([step, ...rest]: string[], text: Buffer): Buffer {
  if (step === undefined) return Buffer.concat([Buffer.from('"'), text, Buffer.from('"')]);
  const [open, close] = step === '0' ? ['[', ']'] : [`{${JSON.stringify(step)}:`, '}'];
  return Buffer.concat([Buffer.from(open), jsonWith(rest, text), Buffer.from(close)]);
}

/** Every column of every table that contains the text. */
async function columnsWith(text: string, { database }: TestProduct): Promise<string[]> {
  const columns = await database.query<{ table: string; column: string }>({
    text: `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
           join information_schema.tables t using (table_schema, table_name)
           where table_schema = 'public' and table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')`,
    values: [],
  });
  expect(columns.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await database.query({
      text: `select 1 from "${table}" where position($1 in "${column}"::text) > 0 limit 1`,
      values: [text],
    });
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

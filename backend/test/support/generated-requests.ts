import fc from 'fast-check';
import type { OpenAPIObject } from '@nestjs/swagger';
import { gzipSync } from 'node:zlib';
import { hostileText, knownText, mutated, validValue, type KnownValues } from './generated-values.js';
import type { Operation, Parameter } from './openapi.js';

/** A fuzzed request, without authentication. */
export interface GeneratedRequest {
  /** Path parameters as sent on the wire. */
  path: Record<string, string>;
  /** Without the leading question mark. */
  query: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Data that exists in the product under test. */
export interface FuzzFixtures {
  known: KnownValues;
  /** Bodies that the operation accepts, in addition to those derived from its schema. */
  validBodies: (operation: Operation) => readonly unknown[];
}

/** Requests generated from the document of an operation: valid, slightly wrong, and hostile. */
export function requestsFor(
  operation: Operation,
  document: OpenAPIObject,
  { known, validBodies }: FuzzFixtures,
): fc.Arbitrary<GeneratedRequest> {
  return fc
    .record({
      path: pathValues(operation, known),
      query: queryString(operation, document, known),
      message: requestMessage(operation, document, known, validBodies(operation)),
    })
    .map(({ path, query, message }) => ({ path, query, ...message }));
}

type Message = Pick<GeneratedRequest, 'headers' | 'body'>;

function pathValues(operation: Operation, known: KnownValues): fc.Arbitrary<Record<string, string>> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path');
  const pathValue = ({ name, schema }: Parameter) =>
    fc
      .oneof(
        { weight: 6, arbitrary: knownText((schema?.enum as string[] | undefined) ?? known(name)) },
        { weight: 2, arbitrary: fc.uuid() },
        { weight: 2, arbitrary: hostileText.filter((text) => text !== '' && text.isWellFormed()) },
      )
      .map((text) => (/^\.{1,2}$/.test(text) ? '-' : encodeURIComponent(text)));
  const raw = fc.constantFrom('%00', '%ff', '%zz', '%F0%9F%92%A5', 'x'.repeat(2000));
  return fc.record(
    Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        fc.oneof({ weight: 19, arbitrary: pathValue(parameter) }, { weight: 1, arbitrary: raw }),
      ]),
    ),
  );
}

function queryString(
  operation: Operation,
  document: OpenAPIObject,
  known: KnownValues,
): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const queryPair = ({ name, schema = {}, example }: Parameter) =>
    fc
      .oneof(
        {
          weight: 7,
          arbitrary: validValue({ example, ...schema }, document, known, name).map(String),
        },
        { weight: 2, arbitrary: hostileText.map((text) => text.toWellFormed()) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((value) =>
        value === undefined ? `${name}&${name}=1&${name}=2` : `${name}=${encodeURIComponent(value)}`,
      );
  const pairs = parameters.map((parameter) =>
    // Few optional parameters: an invalid one hides the effect of the others.
    parameter.required
      ? fc.option(queryPair(parameter), { nil: '', freq: 9 })
      : fc.oneof(
          { weight: parameters.length, arbitrary: fc.constant('') },
          { weight: 1, arbitrary: queryPair(parameter) },
        ),
  );
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('unknown=1', 'a%00=1', '%ff', '&&=&', '__proto__=1', '%') },
  );
  return fc.tuple(...pairs, extra).map((all) => all.filter(Boolean).join('&'));
}

function requestMessage(
  operation: Operation,
  document: OpenAPIObject,
  known: KnownValues,
  validBodies: readonly unknown[],
): fc.Arbitrary<Message> {
  const { body } = operation;
  const headers = requestHeaders(operation);
  const described = body ? validValue(body.schema, document, known) : fc.constant<unknown>({});
  const valid = validBodies.length > 0 ? fc.oneof(fc.constantFrom(...validBodies), described) : described;
  if (operation.method === 'GET') {
    return fc.oneof(
      { weight: 9, arbitrary: headers.map((input) => ({ headers: input, body: undefined })) },
      { weight: 1, arbitrary: fc.tuple(headers, unexpectedFormat).map(([input, form]) => form(input, {})) },
    );
  }
  if (body?.type === 'application/x-www-form-urlencoded') {
    return fc.record({ headers, body: formBytes(valid) }).map((message) => withType(message, body.type));
  }
  return fc.oneof(
    {
      weight: 30,
      arbitrary: fc.record({ headers, body: jsonBytes(valid) }).map((message) => withType(message)),
    },
    { weight: 1, arbitrary: headers.map((input) => ({ headers: input, body: undefined })) },
    {
      weight: 4,
      arbitrary: fc.tuple(headers, valid, unexpectedFormat).map(([input, value, form]) => form(input, value)),
    },
  );
}

function withType({ headers, body }: Message, type = 'application/json'): Message {
  return { headers: { 'Content-Type': type, ...headers }, body };
}

/** Documented headers of the operation, and an unknown one. */
function requestHeaders(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const values = fc.oneof(
    { weight: 6, arbitrary: fc.uuid() as fc.Arbitrary<string> },
    { weight: 3, arbitrary: fc.constantFrom('authenticated', 'some-key', '1') },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(300), 'a b', '\u00ff') },
  );
  return fc.record(Object.fromEntries([...names, 'X-Odd'].map((name) => [name, values])), {
    requiredKeys: [],
  }) as fc.Arbitrary<Record<string, string>>;
}

/** Wrong content types, encodings and sizes, each of which a body parser must reject. */
const unexpectedFormat = fc.constantFrom<((headers: Record<string, string>, value: unknown) => Message)[]>(
  (headers, value) => ({ headers: { ...headers, 'Content-Type': 'text/plain' }, body: toJsonBytes(value) }),
  (headers, value) => ({ headers, body: toJsonBytes(value) }),
  (headers, value) =>
    withType(
      { headers, body: Buffer.from(new URLSearchParams({ a: JSON.stringify(value) }).toString()) },
      'application/x-www-form-urlencoded',
    ),
  (headers) =>
    withType({ headers, body: Buffer.from('--x\r\n\r\n--x--') }, 'multipart/form-data; boundary=x'),
  (headers, value) => withType({ headers, body: toJsonBytes(value) }, 'application/json; charset=latin1'),
  (headers, value) =>
    withType(
      { headers, body: Buffer.from(JSON.stringify(value), 'utf16le') },
      'application/json; charset=utf-16',
    ),
  (headers, value) =>
    withType({ headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(toJsonBytes(value)) }),
  (headers, value) =>
    withType({ headers: { ...headers, 'Content-Encoding': 'gzip' }, body: toJsonBytes(value) }),
  (headers, value) =>
    withType({ headers: { ...headers, 'Content-Encoding': 'compress' }, body: toJsonBytes(value) }),
  (headers) => withType({ headers, body: Buffer.alloc(1_100_000, ' ') }),
);

function toJsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value ?? null));
}

/** JSON of a valid value, of a mutated value, or malformed JSON. */
function jsonBytes(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const text = fc
    .oneof({ weight: 3, arbitrary: valid }, { weight: 5, arbitrary: mutated(valid) })
    .map((value) => JSON.stringify(value ?? null));
  const broken = fc.tuple(text, fc.nat(), fc.constantFrom(0, 1, 2, 3, 4)).map(([json, at, how]) => {
    const cut = at % Math.max(1, json.length);
    if (how === 0) return Buffer.from(json.slice(0, cut));
    if (how === 1)
      return Buffer.concat([
        Buffer.from(json.slice(0, cut)),
        Buffer.from([0xff]),
        Buffer.from(json.slice(cut)),
      ]);
    if (how === 2) return Buffer.from(json.replace(/^\{"(\w+)":/, '{"$1":"first","$1":'));
    if (how === 3) return Buffer.from(json.replace(/\d+|true|null/, '1e400'));
    return Buffer.from(json.replace(/"(?=[^"]*"[,}\]])/, String.raw`"\ud800`));
  });
  return fc.oneof(
    { weight: 8, arbitrary: text.map((json) => Buffer.from(json)) },
    { weight: 2, arbitrary: broken },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '',
          '[]',
          '[1]',
          '"text"',
          '7',
          'null',
          'true',
          '{"a":1}}',
          `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
        )
        .map((json) => Buffer.from(json)),
    },
  );
}

function formBytes(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      fc.oneof(valid, mutated(valid)),
      fc.constantFrom('', '', '&a=%00', '&%ff', '&a&=b', `&${'a=1&'.repeat(80)}`),
    )
    .map(([value, extra]) => {
      const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
      const pairs = fields.map(([name, field]) => [
        name,
        typeof field === 'string' ? field.toWellFormed() : JSON.stringify(field ?? null),
      ]);
      return Buffer.from(new URLSearchParams(pairs as [string, string][]).toString() + extra);
    });
}

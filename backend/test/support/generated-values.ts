import fc from 'fast-check';
import type { OpenAPIObject } from '@nestjs/swagger';
import { resolve, type Schema } from './openapi.js';

/** Values that exist in the product under test, by parameter or field name. */
export type KnownValues = (name: string) => readonly string[];

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\ufeff',
  '\u202etxt.exe',
  'Ζωή 👩‍🚀',
  "' or 1=1; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'http://[::1]:1/x',
  'javascript:alert(1)',
  '${7*7}{{7*7}}',
  '\r\nSet-Cookie: a=b',
  '2026-02-30T25:61:61Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '1e2',
  String.raw`\%_`,
  '-1',
  '9'.repeat(400),
  'x'.repeat(255),
  'x'.repeat(5000),
  'null',
  'undefined',
  '__proto__',
];

/** Like `fc.string({ unit: 'binary' })`, which takes seconds to build. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points).toWellFormed());

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  anyText,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText as fc.Arbitrary<unknown> },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      1e308,
      [],
      [[]],
      [null],
      {},
      { $ne: null },
      { toString: 1, constructor: { prototype: {} } },
      JSON.parse('{"__proto__":{"admin":true}}'),
      JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown> },
);

/** The value with one to three mutations at any depth: a field removed, added or replaced by a hostile value. */
export function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('drop', 'replace', 'replace', 'replace', 'add'),
    value: hostileValue,
  });
  return fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) => {
    const copy = structuredClone(value);
    for (const { at, how, value: constant } of changes) {
      const wrong = structuredClone(constant);
      const places = placesIn(copy);
      const place = places[at % Math.max(1, places.length)];
      if (!place) return wrong;
      if (how === 'drop') delete place.holder[place.key];
      else define(place.holder, how === 'add' ? 'unknown_field' : place.key, wrong);
    }
    return copy;
  });
}

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

/** Like JSON.parse: `__proto__` becomes an ordinary property. */
function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

export function knownText(values: readonly string[]): fc.Arbitrary<string> {
  return values.length > 0 ? fc.constantFrom(...values) : fc.constant('x');
}

/** A value that matches the schema, preferring existing values by field name. */
export function validValue(
  schema: Schema,
  document: OpenAPIObject,
  known: KnownValues,
  name = '',
): fc.Arbitrary<unknown> {
  const resolved = resolve(document, schema);
  const inner = (part: Schema, of = name) => validValue(part, document, known, of);
  if (resolved.enum) return fc.constantFrom(...resolved.enum);
  const alternatives = resolved.oneOf ?? resolved.anyOf;
  if (alternatives) return fc.oneof(...alternatives.map((part) => inner(part)));
  if (resolved.allOf) {
    return fc
      .tuple(...resolved.allOf.map((part) => inner(part)))
      .map((parts) => Object.assign({}, ...parts) as unknown);
  }
  if (resolved.type === 'boolean') return fc.boolean();
  if (resolved.type === 'integer') return validInteger(resolved);
  if (resolved.type === 'array') {
    return fc.array(inner(resolved.items ?? {}), {
      minLength: resolved.minItems ?? 0,
      maxLength: Math.min(resolved.maxItems ?? 3, 3),
    });
  }
  if (resolved.type === 'object' || resolved.properties) return validObject(resolved, inner);
  return fc.oneof(
    { weight: 3, arbitrary: knownText(known(name).length > 0 ? known(name) : [textExample(resolved)]) },
    { weight: 1, arbitrary: validText(resolved) },
  );
}

function textExample({ example }: Schema): string {
  return typeof example === 'string' ? example : 'some text';
}

function validInteger({ minimum, maximum, example }: Schema): fc.Arbitrary<number> {
  const any = fc.integer({ min: minimum ?? 0, max: Math.min(maximum ?? 1000, 2 ** 31 - 1) });
  return typeof example === 'number' ? fc.oneof(fc.constant(example), any) : any;
}

function validObject(
  schema: Schema,
  inner: (part: Schema, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) {
    return fc.oneof(
      fc.constant(schema.example ?? {}),
      fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    );
  }
  const isRequired = ([name]: [string, Schema]) => schema.required?.includes(name) ?? false;
  const validRecord = (chosen: [string, Schema][]) =>
    fc.record(Object.fromEntries(chosen.map(([name, field]) => [name, inner(field, name)])), {
      requiredKeys: chosen.filter(isRequired).map(([name]) => name),
    });
  return fc.oneof(validRecord(fields), validRecord(fields.filter(isRequired)));
}

function validText({ format, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.nat({ max: 10_000 }).map((count) => `someone-${count}@example.com`);
  if (format === 'uri')
    return fc.constantFrom('https://www.example.com/', 'http://localhost:3000/x', 'https://127.0.0.1/');
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString());
  return fc.string({
    unit: 'grapheme-ascii',
    minLength: Math.min(minLength, 200),
    maxLength: Math.min(maxLength, 200),
  });
}

import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler } from 'express';
import { ValidationError } from '../errors/domain-error.js';
import { parameterAt } from './unknown-route.js';

/** Deeper than anything that is asked for here; what reads a body further in calls itself for each level. */
const MAX_DEPTH = 20;
/** Of a name that a caller made up and an error response repeats. */
const MAX_NAME_LENGTH = 100;

const NUL = 'must not contain a NUL character';
const NOT_UNICODE = 'must be valid Unicode text, sent in UTF-8';
const REPLACEMENT = '\ufffd';
/** Node reads the request line and headers as Latin-1, one character for each byte, and rejects those with a NUL. */
const ESCAPE_OR_BYTE = /[%\x80-\xff]/;
const BYTE = /[\x80-\xff]/;

/**
 * The guard for text: rejects a request when its path, query, headers or JSON body hold what PostgreSQL cannot store, which is NUL
 * and lone surrogates, or bytes that are not UTF-8, which decoding would replace silently. Stands after the reader of bodies;
 * a body that was read as bytes is not inspected.
 */
export const storableText: RequestHandler = (request, _response, next) => {
  next(
    pathError(request) ?? queryError(request) ?? headerError(request) ?? bodyError(request.body as unknown),
  );
};

/** Names the first field of a form whose decoded bytes are not text. */
export function formBytesError(bytes: Buffer): ValidationError | undefined {
  return pairError(bytes.toString('latin1'), 'field');
}

/** Names the first field of JSON whose bytes are not UTF-8. What is not JSON either is left to its reader. */
export function jsonBytesError(bytes: Buffer): ValidationError | undefined {
  if (isUtf8(bytes)) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
  return bodyError(body, (text) => (text.includes(REPLACEMENT) ? NOT_UNICODE : undefined));
}

function pathError(request: Request): ValidationError | undefined {
  const path = request.originalUrl.split('?', 1)[0]!;
  if (!ESCAPE_OR_BYTE.test(path)) return undefined;
  const segments = path.split('/');
  const flaws = segments.map(flawOfSegment);
  const bad = flaws.findIndex(Boolean);
  return bad === -1
    ? undefined
    : errorOf('path parameter', parameterAt(request, segments, bad) ?? 'path', flaws[bad]!);
}

function flawOfSegment(segment: string): string | undefined {
  // A query may hold a stray percent sign; a path with one matches no route, it fails to decode.
  if (/%(?![0-9a-f]{2})/i.test(segment)) return 'must be percent-encoded UTF-8';
  return flawOfBytes(percentDecoded(segment));
}

function queryError({ originalUrl }: Request): ValidationError | undefined {
  const start = originalUrl.indexOf('?');
  const query = start === -1 ? '' : originalUrl.slice(start + 1);
  return ESCAPE_OR_BYTE.test(query) ? pairError(query, 'query parameter') : undefined;
}

/** Of percent-encoded names and values, as a query or a form holds them. */
function pairError(encoded: string, kind: string): ValidationError | undefined {
  for (const pair of encoded.split('&')) {
    const [name, ...value] = pair.replaceAll('+', ' ').split('=').map(percentDecoded);
    const flaw = [name!, ...value].map(flawOfBytes).find(Boolean);
    if (flaw) return errorOf(kind, name!.toString('utf8'), flaw);
  }
  return undefined;
}

/** The bytes that the escapes stand for; a stray percent sign stands for itself. */
function percentDecoded(encoded: string): Buffer {
  const bytes = encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** Cookies are left out: other programs of this origin write them, and those that are read here are compared, never stored. */
function headerError({ rawHeaders }: Request): ValidationError | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!.toLowerCase(), rawHeaders[index + 1]!];
    if (name === 'cookie' || !BYTE.test(value)) continue;
    const flaw = flawOfBytes(Buffer.from(value, 'latin1'));
    if (flaw) return errorOf('header', name, flaw);
  }
  return undefined;
}

function flawOfBytes(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return NUL;
  return isUtf8(bytes) ? undefined : NOT_UNICODE;
}

/** What is wrong with a text that cannot be stored; undefined when nothing is. */
export function flawOfText(text: string): string | undefined {
  if (text.includes('\0')) return NUL;
  return text.isWellFormed() ? undefined : NOT_UNICODE;
}

/** A list or an object in a body, and where it stands. */
interface Part {
  value: object;
  key: string;
  within: Part | undefined;
  depth: number;
}

/** Of names and texts at any depth, and of nesting without end. */
function bodyError(body: unknown, flawOf = flawOfText): ValidationError | undefined {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return undefined;
  const waiting: Part[] = [{ value: body, key: '', within: undefined, depth: 0 }];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.depth > MAX_DEPTH) return errorIn(part, 'is nested too deeply');
    for (const [key, value] of Object.entries(part.value) as [string, unknown][]) {
      const flaw = flawOf(key) ?? (typeof value === 'string' ? flawOf(value) : undefined);
      if (flaw) return errorIn(part, flaw, key);
      if (typeof value === 'object' && value !== null) {
        waiting.push({ value, key, within: part, depth: part.depth + 1 });
      }
    }
  }
  return undefined;
}

/** Names the field by the three outermost steps to it. */
function errorIn(part: Part, what: string, ...path: string[]): ValidationError {
  for (let step: Part | undefined = part; step && step.depth > 0; step = step.within) path.unshift(step.key);
  return errorOf('field', path.slice(0, 3).map(printable).join('.'), what);
}

function errorOf(kind: string, name: string, what: string): ValidationError {
  const field = printable(name);
  return new ValidationError([{ field, message: `The ${kind} ${field} ${what}.` }]);
}

function printable(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', REPLACEMENT);
}

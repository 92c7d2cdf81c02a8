import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler } from 'express';
import { ValidationError } from '../errors/domain-error.js';
import { parameterAt } from './unknown-route.js';

/** Deeper than any valid body. Code that processes bodies is recursive. */
const MAX_DEPTH = 20;
/** Limit for names from the request that an error response repeats. */
const MAX_NAME_LENGTH = 100;

const NUL = 'must not contain a NUL character';
const NOT_UNICODE = 'must be valid Unicode text, sent in UTF-8';
const REPLACEMENT = '\ufffd';
/** Node decodes the request line and headers as Latin-1, one character per byte, and rejects NUL bytes. */
const ESCAPE_OR_BYTE = /[%\x80-\xff]/;
const BYTE = /[\x80-\xff]/;

/**
 * Rejects requests whose path, query, headers or JSON body contain text that PostgreSQL cannot store (NUL, lone surrogates) or bytes
 * that are not UTF-8, which decoding would silently replace. Runs after the body parsers; raw bodies are not inspected.
 */
export const requireStorableText: RequestHandler = (request, _response, next) => {
  next(
    pathError(request) ?? queryError(request) ?? headerError(request) ?? bodyError(request.body as unknown),
  );
};

/** Error for the first form field whose decoded bytes are not valid text. */
export function formBytesError(bytes: Buffer): ValidationError | undefined {
  return pairError(bytes.toString('latin1'), 'field');
}

/** Error for the first JSON field whose bytes are not UTF-8. Invalid JSON is left to the parser. */
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
  const problems = segments.map(segmentProblem);
  const bad = problems.findIndex(Boolean);
  return bad === -1
    ? undefined
    : errorOf('path parameter', parameterAt(request, segments, bad) ?? 'path', problems[bad]!);
}

function segmentProblem(segment: string): string | undefined {
  // A stray percent sign is fine in a query, but a path with one cannot be decoded and matches no route.
  if (/%(?![0-9a-f]{2})/i.test(segment)) return 'must be percent-encoded UTF-8';
  return byteProblem(percentDecoded(segment));
}

function queryError({ originalUrl }: Request): ValidationError | undefined {
  const start = originalUrl.indexOf('?');
  const query = start === -1 ? '' : originalUrl.slice(start + 1);
  return ESCAPE_OR_BYTE.test(query) ? pairError(query, 'query parameter') : undefined;
}

/** Checks percent-encoded names and values of a query or form. */
function pairError(encoded: string, kind: string): ValidationError | undefined {
  for (const pair of encoded.split('&')) {
    const [name, ...value] = pair.replaceAll('+', ' ').split('=').map(percentDecoded);
    const problem = [name!, ...value].map(byteProblem).find(Boolean);
    if (problem) return errorOf(kind, name!.toString('utf8'), problem);
  }
  return undefined;
}

/** Decodes to bytes; keeps stray percent signs. */
function percentDecoded(encoded: string): Buffer {
  const bytes = encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** Skips cookies: other apps on this host may set them, and ours are compared, never stored. */
function headerError({ rawHeaders }: Request): ValidationError | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!.toLowerCase(), rawHeaders[index + 1]!];
    if (name === 'cookie' || !BYTE.test(value)) continue;
    const problem = byteProblem(Buffer.from(value, 'latin1'));
    if (problem) return errorOf('header', name, problem);
  }
  return undefined;
}

function byteProblem(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return NUL;
  return isUtf8(bytes) ? undefined : NOT_UNICODE;
}

/** Why the database cannot store the text; undefined if it can. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return NUL;
  return text.isWellFormed() ? undefined : NOT_UNICODE;
}

/** An array or object in a body, with its position. */
interface Part {
  value: object;
  key: string;
  parent: Part | undefined;
  depth: number;
}

/** Checks names and strings at every level, and the nesting depth. */
function bodyError(body: unknown, problemOf = textProblem): ValidationError | undefined {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return undefined;
  const pending: Part[] = [{ value: body, key: '', parent: undefined, depth: 0 }];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (part.depth > MAX_DEPTH) return errorIn(part, 'is nested too deeply');
    for (const [key, value] of Object.entries(part.value) as [string, unknown][]) {
      const problem = problemOf(key) ?? (typeof value === 'string' ? problemOf(value) : undefined);
      if (problem) return errorIn(part, problem, key);
      if (typeof value === 'object' && value !== null) {
        pending.push({ value, key, parent: part, depth: part.depth + 1 });
      }
    }
  }
  return undefined;
}

/** Names the field by the three outermost segments of its path. */
function errorIn(part: Part, problem: string, ...path: string[]): ValidationError {
  for (let step: Part | undefined = part; step && step.depth > 0; step = step.parent) path.unshift(step.key);
  return errorOf('field', path.slice(0, 3).map(printable).join('.'), problem);
}

function errorOf(kind: string, name: string, problem: string): ValidationError {
  const field = printable(name);
  return new ValidationError([{ field, message: `The ${kind} ${field} ${problem}.` }]);
}

function printable(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', REPLACEMENT);
}

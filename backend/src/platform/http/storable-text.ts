import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler } from 'express';
import { ValidationError } from '../domain-error.js';
import type { RouteTable } from './route-table.js';

/** No valid body is nested this deeply. Limited because the code that processes bodies is recursive. */
const MAX_DEPTH = 20;
/** Maximum length of a client-supplied name in an error message. */
const MAX_NAME_LENGTH = 100;

const NUL = 'must not contain a NUL character';
const NOT_UNICODE = 'must be valid Unicode text, sent in UTF-8';
const REPLACEMENT = '\ufffd';
/** Node decodes the request line and headers as Latin-1, one character per byte, and rejects NUL. */
const ESCAPE_OR_BYTE = /[%\x80-\xff]/;
const BYTE = /[\x80-\xff]/;

/**
 * Rejects requests whose path, query, headers or JSON body contain text that PostgreSQL cannot store (NUL, lone surrogates) or bytes
 * that are not UTF-8, which decoding would silently replace. Runs after the body parsers; raw bodies are not inspected.
 */
export function requireStorableText(routes: RouteTable): RequestHandler {
  return (request, _response, next) => {
    next(
      pathError(request, routes) ??
        queryError(request) ??
        headerError(request) ??
        bodyError(request.body as unknown),
    );
  };
}

/** Error for the first form field whose decoded bytes are not valid text. */
export function formBytesError(bytes: Buffer): ValidationError | undefined {
  return urlencodedError(bytes.toString('latin1'), 'field');
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

function pathError({ originalUrl }: Request, routes: RouteTable): ValidationError | undefined {
  const path = originalUrl.split('?', 1)[0]!;
  if (!ESCAPE_OR_BYTE.test(path)) return undefined;
  const segments = path.split('/');
  const problems = segments.map(segmentProblem);
  const invalid = problems.findIndex(Boolean);
  return invalid === -1
    ? undefined
    : validationError('path parameter', routes.parameterAt(segments, invalid) ?? 'path', problems[invalid]!);
}

function segmentProblem(segment: string): string | undefined {
  // A stray percent sign is fine in a query, but a path with one cannot be decoded and matches no route.
  if (/%(?![0-9a-f]{2})/i.test(segment)) return 'must be percent-encoded UTF-8';
  return byteProblem(percentDecoded(segment));
}

function queryError({ originalUrl }: Request): ValidationError | undefined {
  const start = originalUrl.indexOf('?');
  const query = start === -1 ? '' : originalUrl.slice(start + 1);
  return ESCAPE_OR_BYTE.test(query) ? urlencodedError(query, 'query parameter') : undefined;
}

/** Error for the first invalid name or value in a percent-encoded query or form. */
function urlencodedError(encoded: string, kind: string): ValidationError | undefined {
  for (const pair of encoded.split('&')) {
    const [name, ...value] = pair.replaceAll('+', ' ').split('=').map(percentDecoded);
    const problem = [name!, ...value].map(byteProblem).find(Boolean);
    if (problem) return validationError(kind, name!.toString('utf8'), problem);
  }
  return undefined;
}

/** Percent-decodes to bytes. Stray percent signs are kept. */
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
    if (problem) return validationError('header', name, problem);
  }
  return undefined;
}

function byteProblem(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return NUL;
  return isUtf8(bytes) ? undefined : NOT_UNICODE;
}

/** Why the database cannot store the text, or undefined if it can. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return NUL;
  return text.isWellFormed() ? undefined : NOT_UNICODE;
}

/** An array or object in a body, and where it is. */
interface BodyNode {
  value: object;
  key: string;
  parent: BodyNode | undefined;
  depth: number;
}

/** Checks every key and string value, and the nesting depth. */
export function bodyError(body: unknown, findProblem = textProblem): ValidationError | undefined {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return undefined;
  const pending: BodyNode[] = [{ value: body, key: '', parent: undefined, depth: 0 }];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.depth > MAX_DEPTH) return fieldError(node, 'is nested too deeply');
    for (const [key, value] of Object.entries(node.value) as [string, unknown][]) {
      const problem = findProblem(key) ?? (typeof value === 'string' ? findProblem(value) : undefined);
      if (problem) return fieldError(node, problem, key);
      if (typeof value === 'object' && value !== null) {
        pending.push({ value, key, parent: node, depth: node.depth + 1 });
      }
    }
  }
  return undefined;
}

/** Names the field by the first three segments of its path. */
function fieldError(node: BodyNode, problem: string, ...path: string[]): ValidationError {
  for (let ancestor: BodyNode | undefined = node; ancestor && ancestor.depth > 0; ancestor = ancestor.parent)
    path.unshift(ancestor.key);
  return validationError('field', path.slice(0, 3).map(printable).join('.'), problem);
}

function validationError(kind: string, name: string, problem: string): ValidationError {
  const field = printable(name);
  return new ValidationError([{ field, message: `The ${kind} ${field} ${problem}.` }]);
}

function printable(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', REPLACEMENT);
}

import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { compileForBrowser } from './browser-code.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** No inline code and no external resources: the pages must also work behind the product's own policy. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Serves a single file; TypeScript is served as JavaScript. Never pass a folder or name from a request. */
export function pageFile(folder: string, name: string): RequestHandler {
  const file = join(folder, name);
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return (_request, response) => {
    response.set({
      'content-type': type,
      'cache-control': 'no-cache',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    });
    response.send(type.startsWith('text/javascript') ? compileForBrowser(file) : readFileSync(file));
  };
}

import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { browserCode } from './browser-code.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing inline, nothing from elsewhere: the pages must also work behind the product's own policy. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Serves one file of a page folder; TypeScript goes out as JavaScript. The folder and name come from our code only. */
export function pageFile(folder: string, name: string): RequestHandler {
  const file = join(folder, name);
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return (_request, response) => {
    response.set({
      'content-type': type,
      'cache-control': 'no-cache',
      'content-security-policy': PAGE_POLICY,
    });
    response.send(type.startsWith('text/javascript') ? browserCode(file) : readFileSync(file));
  };
}

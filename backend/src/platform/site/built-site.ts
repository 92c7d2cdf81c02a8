import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** One document in every encoding a browser may ask for, made once at boot. */
export interface Document {
  etag: string;
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** The site as the build left it: its pages with this installation's facts filled in, and which paths exist. */
export class BuiltSite {
  readonly page: Document;
  /** Hashes of the inline scripts, in the form a Content-Security-Policy wants. */
  readonly inlineScriptHashes: readonly string[];
  private readonly patterns: RegExp[];

  constructor(folder: string, config: object, configElementId: string) {
    const template = readFileSync(join(folder, 'index.html'), 'utf8');
    const json = JSON.stringify(config).replaceAll('<', String.raw`\u003c`);
    const html = template.replace(
      '<!--site-config-->',
      () => `<script type="application/json" id="${configElementId}">${json}</script>`,
    );
    this.page = inEveryEncoding(html);
    this.inlineScriptHashes = hashesOf(html);
    const routes = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')) as { paths: string[] };
    this.patterns = routes.paths.map(patternOf);
  }

  /** Whether the path is a page of the site; a trailing slash does not matter. */
  has(path: string): boolean {
    return this.patterns.some((pattern) => pattern.test(path));
  }
}

function inEveryEncoding(html: string): Document {
  const identity = Buffer.from(html);
  return {
    identity,
    gzip: gzipSync(identity, { level: 9 }),
    br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  };
}

function hashesOf(html: string): string[] {
  const scripts = html.matchAll(
    /<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g,
  );
  return [...scripts].map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`);
}

/** `/admin/*` matches everything below, `:id` one segment. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => (segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
    .join('/')
    .replace(/\/\.\*$/, '(?:/.*)?');
  return new RegExp(`^${source}/?$`);
}

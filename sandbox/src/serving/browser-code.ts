import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Swc from '@swc/core';

const require = createRequire(import.meta.url);

/** Loaded lazily on the first page request, because it is larger than the rest of the process. */
const swc = (): typeof Swc => require('@swc/core') as typeof Swc;

const compiled = new Map<string, string>();

/** Compiles one of our browser modules to JavaScript. Cached for the lifetime of the process. */
export function compileForBrowser(file: string): string {
  const cached = compiled.get(file);
  if (cached !== undefined) return cached;
  const { code } = swc().transformSync(readFileSync(file, 'utf8'), {
    configFile: false,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  compiled.set(file, code);
  return code;
}

export function minify(script: string): string {
  return swc().transformSync(script, {
    configFile: false,
    swcrc: false,
    sourceMaps: false,
    jsc: { parser: { syntax: 'ecmascript' }, target: 'es2022', minify: { compress: true, mangle: true } },
    minify: true,
  }).code;
}

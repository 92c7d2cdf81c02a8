import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Swc from '@swc/core';

const require = createRequire(import.meta.url);

/** Loaded when the first page is asked for: it weighs more than the rest of the process. */
const swc = (): typeof Swc => require('@swc/core') as typeof Swc;

const made = new Map<string, string>();

/** The JavaScript of one of our browser modules: its TypeScript without the types. Worked out once per process. */
export function browserCode(file: string): string {
  const known = made.get(file);
  if (known !== undefined) return known;
  const { code } = swc().transformSync(readFileSync(file, 'utf8'), {
    configFile: false,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  made.set(file, code);
  return code;
}

/** The same program in fewer characters. */
export function minify(script: string): string {
  return swc().transformSync(script, {
    configFile: false,
    swcrc: false,
    sourceMaps: false,
    jsc: { parser: { syntax: 'ecmascript' }, target: 'es2022', minify: { compress: true, mangle: true } },
    minify: true,
  }).code;
}

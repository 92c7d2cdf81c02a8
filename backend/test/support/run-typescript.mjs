// Runs the product from its TypeScript sources, like the test runner: `node --import …/run-typescript.mjs src/worker.ts`.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const swc = JSON.parse(readFileSync(new URL('../../.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;

/** The source file of a built import, if it has one. */
function sourceOf(specifier, parent) {
  const shared = /^@subscription-site\/shared\/(.+)$/.exec(specifier);
  if (shared) return new URL(`../../../shared/src/${shared[1]}/index.ts`, import.meta.url);
  if (!/^\.\.?\/.*\.js$/.test(specifier) || !parent?.endsWith('.ts')) return undefined;
  const source = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  return existsSync(source) ? source : undefined;
}

registerHooks({
  resolve(specifier, context, next) {
    const source = sourceOf(specifier, context.parentURL);
    return source ? { url: source.href, format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      ...swc,
      filename,
      swcrc: false,
      sourceMaps: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

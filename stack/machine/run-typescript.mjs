// Runs the product from its TypeScript sources, like the test runner: `node --import …/run-typescript.mjs src/worker.ts`.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const swc = JSON.parse(readFileSync(new URL('../../backend/.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/run-typescript/', import.meta.url));
const COMPILER = version + JSON.stringify(swc);
mkdirSync(CACHE, { recursive: true });
enableCompileCache(`${CACHE}v8`);

/** The source file of a built import, if it has one. */
function findSource(specifier, parent) {
  const shared = /^@subscription-site\/shared\/(.+)$/.exec(specifier);
  if (shared) return new URL(`../../shared/src/${shared[1]}.ts`, import.meta.url);
  if (!/^\.\.?\/.*\.js$/.test(specifier) || !parent?.endsWith('.ts')) return undefined;
  const source = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  return existsSync(source) ? source : undefined;
}

registerHooks({
  resolve(specifier, context, next) {
    const source = findSource(specifier, context.parentURL);
    return source ? { url: source.href, format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  },
});

/** The compiled file. The result is cached on disk: most starts of a process compile almost nothing. */
function compiled(filename) {
  const text = readFileSync(filename, 'utf8');
  const key = hash('sha1', COMPILER + text);
  const file = `${CACHE}${hash('sha1', filename)}.js`;
  try {
    const cached = readFileSync(file, 'utf8');
    if (cached.endsWith(key)) return cached;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { code } = transformSync(text, { ...swc, filename, swcrc: false, sourceMaps: 'inline' });
  const result = `${code}\n//${key}`;
  // Renamed into place: several processes may compile the same file.
  writeFileSync(`${file}.${process.pid}`, result);
  renameSync(`${file}.${process.pid}`, file);
  return result;
}

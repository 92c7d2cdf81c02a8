import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './machine/commands.mjs';
import { step } from './machine/progress.mjs';
import { node, root } from './machine/runtime.mjs';
import { UserError } from './machine/user-error.mjs';

/** The inputs of each workspace's `build` script, besides its package.json and the common ones. Its output is in `dist`. */
const targets = {
  shared: ['shared/{src/**,tsconfig.json}'],
  backend: ['shared/src/**', 'backend/{src/**,migrations/**,tsconfig.json,.swcrc}'],
  frontend: ['shared/src/**', 'frontend/**'],
};
const COMMON = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'];
const IGNORED = ['**/{dist,node_modules,coverage}', '**/*.spec.{ts,tsx}'];

/** Builds whatever changed since its last build: shared first, then backend and frontend in parallel. `signal` may abort it. */
export async function build({ force = false, only = Object.keys(targets), signal } = {}) {
  const exists = (name) => existsSync(join(root, name, 'package.json'));
  const stale = only.filter((name) => exists(name) && (force || !isFresh(name)));
  if (stale.length === 0) return;
  await step(`Building ${stale.join(', ')}`, async () => {
    if (stale.includes('shared')) await buildTarget('shared', signal);
    await Promise.all(stale.filter((name) => name !== 'shared').map((name) => buildTarget(name, signal)));
  });
}

async function buildTarget(name, cancelSignal) {
  const inputsHash = hashInputs(name);
  rmSync(stampPath(name), { force: true });
  if (name === 'shared') rmSync(join(root, 'shared', 'dist'), { recursive: true, force: true });
  const { failed, all } = await runCommand(node, ['--run', 'build'], {
    cwd: join(root, name),
    env: { NODE_ENV: 'production', NO_COLOR: '1' },
    cancelSignal,
  });
  if (failed) throw new UserError(`Building ${name} failed:\n${all.trimEnd()}`, 'correct the source.');
  writeFileSync(stampPath(name), inputsHash);
}

function stampPath(name) {
  return join(root, name, 'dist', '.built-from');
}

function isFresh(name) {
  return existsSync(stampPath(name)) && readFileSync(stampPath(name), 'utf8') === hashInputs(name);
}

/** A hash of all inputs. Uses contents rather than timestamps, so that a fresh clone or checkout doesn't trigger a rebuild. */
function hashInputs(name) {
  const hash = createHash('sha256').update(process.versions.node);
  const patterns = [...COMMON, `${name}/package.json`, ...targets[name]];
  const entries = globSync(patterns, { cwd: root, exclude: IGNORED, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './machine/commands.mjs';
import { privateFolder } from './machine/disk.mjs';
import { step } from './machine/progress.mjs';
import { Refusal } from './machine/refusal.mjs';
import { isEntry, node, underPinnedNode, withOwnPrograms } from './machine/runtime.mjs';
import { root } from './machine/settings.mjs';

const everywhere = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'];

/** What is built from what. A workspace's own `build` script wins over the plain command. */
const products = {
  shared: {
    inputs: ['shared/src', 'shared/tsconfig.json'],
    output: 'shared/dist',
    command: ['tsc', '-b', 'shared'],
  },
  backend: {
    inputs: [
      'shared/src',
      'backend/src',
      'backend/migrations',
      'backend/tsconfig.json',
      'backend/.swcrc',
      'nest-cli.json',
    ],
    output: 'backend/dist',
    // Run where the output belongs: the compiler strips one folder from a path, not two.
    folder: 'backend',
    command: ['nest', 'build', '--config', '../nest-cli.json'],
  },
  frontend: {
    inputs: ['shared/src', 'frontend'],
    output: 'frontend/dist',
    command: ['vite', 'build', 'frontend'],
  },
};

/** Builds what has changed since it was last built: shared first, then server and site side by side. */
export async function build({ force = false } = {}) {
  const stale = Object.keys(products).filter((name) => exists(name) && (force || !isFresh(name)));
  if (stale.length === 0) return;
  await step(`Building ${stale.join(', ')}`, async () => {
    if (stale.includes('shared')) await make('shared');
    await Promise.all(stale.filter((name) => name !== 'shared').map(make));
  });
}

function exists(name) {
  return existsSync(join(root, name, 'package.json')) && existsSync(join(root, name, 'src'));
}

async function make(name) {
  const { output } = products[name];
  const built = stampOf(name);
  const stamp = join(root, output, '.built-from');
  rmSync(stamp, { force: true });
  if (name === 'shared') rmSync(join(root, output), { recursive: true, force: true });
  const [command, args, cwd] = commandFor(name);
  const log = join(root, '.data', 'logs', `build-${name}.log`);
  const { code, text } = await runToEnd(command, args, {
    cwd,
    env: withOwnPrograms({ ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }),
  });
  privateFolder(join(root, '.data'));
  mkdirSync(join(root, '.data', 'logs'), { recursive: true });
  writeFileSync(log, text);
  if (code !== 0) {
    throw new Refusal(
      `Building ${name} failed:\n${text.trimEnd().split('\n').slice(-40).join('\n')}`,
      `correct the source; all of it is in ${log}`,
    );
  }
  mkdirSync(join(root, output), { recursive: true });
  writeFileSync(stamp, built);
}

function commandFor(name) {
  const folder = join(root, name);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (scripts?.build) return [node, ['--run', 'build'], folder];
  const [program, ...args] = products[name].command;
  return [join(root, 'node_modules', '.bin', program), args, join(root, products[name].folder ?? '.')];
}

function isFresh(name) {
  const stamp = join(root, products[name].output, '.built-from');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(name);
}

/** A hash of every file that goes into it: contents, not times, so that a fresh clone or a checkout changes nothing. */
function stampOf(name) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const input of [...everywhere, `${name}/package.json`, ...products[name].inputs]) {
    for (const file of filesUnder(join(root, input)))
      hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(
        (entry) =>
          !['dist', 'node_modules', 'coverage'].includes(entry.name) && !/\.spec\.tsx?$/.test(entry.name),
      )
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
      );
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

if (isEntry(import.meta.url)) {
  await underPinnedNode(import.meta.url, () => build({ force: process.argv.includes('--force') }));
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './machine/commands.mjs';
import { privateFolder } from './machine/disk.mjs';
import { step } from './machine/progress.mjs';
import { UserError } from './machine/user-error.mjs';
import { node, withProjectBinaries } from './machine/runtime.mjs';
import { root } from './machine/settings.mjs';

const commonInputs = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'];

/** The inputs and output of each build. A workspace's own `build` script takes precedence over `command`. */
const targets = {
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
    // Run in the workspace: the compiler strips only one leading folder from output paths.
    folder: 'backend',
    command: ['nest', 'build', '--config', '../nest-cli.json'],
  },
  frontend: {
    inputs: ['shared/src', 'frontend'],
    output: 'frontend/dist',
    command: ['vite', 'build', 'frontend'],
  },
};

/** Builds whatever changed since its last build: shared first, then backend and frontend in parallel. */
export async function build({ force = false, only = Object.keys(targets) } = {}) {
  const stale = only.filter((name) => exists(name) && (force || !isFresh(name)));
  if (stale.length === 0) return;
  await step(`Building ${stale.join(', ')}`, async () => {
    if (stale.includes('shared')) await buildTarget('shared');
    await Promise.all(stale.filter((name) => name !== 'shared').map(buildTarget));
  });
}

function exists(name) {
  return existsSync(join(root, name, 'package.json')) && existsSync(join(root, name, 'src'));
}

async function buildTarget(name) {
  const { output } = targets[name];
  const inputsHash = hashInputs(name);
  const stamp = join(root, output, '.built-from');
  rmSync(stamp, { force: true });
  if (name === 'shared') rmSync(join(root, output), { recursive: true, force: true });
  const [command, args, cwd] = commandFor(name);
  const log = join(root, '.data', 'logs', `build-${name}.log`);
  const { code, text } = await runCommand(command, args, {
    cwd,
    env: withProjectBinaries({ ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }),
  });
  privateFolder(join(root, '.data'));
  mkdirSync(join(root, '.data', 'logs'), { recursive: true });
  writeFileSync(log, text);
  if (code !== 0) {
    throw new UserError(
      `Building ${name} failed:\n${text.trimEnd().split('\n').slice(-40).join('\n')}`,
      `correct the source; the full output is in ${log}`,
    );
  }
  mkdirSync(join(root, output), { recursive: true });
  writeFileSync(stamp, inputsHash);
}

function commandFor(name) {
  const folder = join(root, name);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (scripts?.build) return [node, ['--run', 'build'], folder];
  const [program, ...args] = targets[name].command;
  return [join(root, 'node_modules', '.bin', program), args, join(root, targets[name].folder ?? '.')];
}

function isFresh(name) {
  const stamp = join(root, targets[name].output, '.built-from');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs(name);
}

/** A hash of all inputs. Uses contents rather than timestamps, so that a fresh clone or checkout doesn't trigger a rebuild. */
function hashInputs(name) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const input of [...commonInputs, `${name}/package.json`, ...targets[name].inputs]) {
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

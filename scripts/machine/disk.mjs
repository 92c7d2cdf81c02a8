import { chmodSync, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from './refusal.mjs';

/** Makes the folder unless it exists, and closes it to everybody but its owner: it holds databases, secrets and logs. */
export function privateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** Rejects when the disk that holds (or will hold) this folder has less free than the next step is known to need. */
export function requireSpace(folder, bytes) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Refusal(
    `The disk is too full: ${Math.floor(free / 1e6)} MB free where ${folder} is, ${Math.ceil(bytes / 1e6)} MB needed.`,
    'free some space, then run the same command again.',
  );
}

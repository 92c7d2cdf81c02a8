import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from './refusal.mjs';

/** Refuses when the disk that holds (or will hold) this folder has less free than the next step is known to need. */
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

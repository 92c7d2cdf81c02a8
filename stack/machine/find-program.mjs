import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a short command; resolves with `stdout` and `stderr`, rejects if it fails. */
export const run = promisify(execFile);

/** Full path of the first of these programs found on the PATH, or undefined. */
export function findProgram(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (folder && isProgram(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

/** True if the file exists and is executable. */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** True if the command runs and exits with 0 within `timeoutMs`. */
export async function works(command, args, { timeoutMs = 20_000, env } = {}) {
  try {
    await run(command, args, { timeout: timeoutMs, env });
    return true;
  } catch {
    return false;
  }
}

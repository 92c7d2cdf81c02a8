import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The outcome of a short command: `stdout`, `stderr`; rejects with both in the message when it fails. */
export const run = promisify(execFile);

/** The full path of the first of these programs that is on the PATH, or undefined. */
export function findProgram(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (folder && isProgram(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

/** Whether this file exists and may be executed. */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Whether the command can be run and ends with 0 within `timeoutMs`. */
export async function works(command, args, { timeoutMs = 20_000, env } = {}) {
  try {
    await run(command, args, { timeout: timeoutMs, env });
    return true;
  } catch {
    return false;
  }
}

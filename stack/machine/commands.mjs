import { execa } from 'execa';

/**
 * Runs a command to completion, in its own process group so that its child processes are stopped with it. Resolves with execa's result
 * even if it fails; `all` is its output.
 */
export const runCommand = execa({
  stdin: 'ignore',
  all: true,
  reject: false,
  stripFinalNewline: false,
  maxBuffer: 1e9,
  killDescendants: true,
});

/** True if `command --version` exits with 0 within 20 seconds. */
export async function works(command, args = ['--version'], options = {}) {
  const { failed } = await execa(command, args, { ...options, timeout: 20_000, reject: false });
  return !failed;
}

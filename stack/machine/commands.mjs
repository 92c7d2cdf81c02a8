import { execa } from 'execa';

const running = new Set();

/**
 * Runs a command to completion and resolves with `{ code, text }`, where `text` is all its output. After `limitMs` the command is
 * killed and `code` is `timed out`. `signal` (an AbortSignal) stops it too. It runs in its own process group, so that its child
 * processes are stopped with it.
 */
export async function runCommand(command, args, { limitMs, signal, env = process.env, ...options } = {}) {
  signal?.throwIfAborted();
  const subprocess = execa(command, args, {
    ...options,
    env,
    extendEnv: false,
    detached: true,
    stdin: 'ignore',
    all: true,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 1e9,
  });
  running.add(subprocess);
  let timedOut = false;
  const limit = limitMs && setTimeout(() => (timedOut = signalGroup(subprocess, 'SIGKILL')), limitMs);
  const stop = () => signalGroup(subprocess, 'SIGTERM');
  signal?.addEventListener('abort', stop);
  const result = await subprocess;
  clearTimeout(limit);
  signal?.removeEventListener('abort', stop);
  running.delete(subprocess);
  const code = timedOut ? 'timed out' : (result.exitCode ?? result.signal ?? result.shortMessage);
  return { code, text: result.all ?? '' };
}

/** Stops all running commands and their child processes. */
export function stopCommands(signal = 'SIGTERM') {
  for (const subprocess of running) signalGroup(subprocess, signal);
}

function signalGroup({ pid }, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Runs a command and resolves with its standard output; rejects if it fails. */
export async function output(command, args, options) {
  return (await execa(command, args, options)).stdout;
}

/** True if the command exists, and exits with 0 within 20 seconds. */
export async function works(command, args, options) {
  const { failed } = await execa(command, args, { ...options, timeout: 20_000, reject: false });
  return !failed;
}

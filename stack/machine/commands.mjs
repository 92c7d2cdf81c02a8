import { spawn } from 'node:child_process';

const active = new Set();

/**
 * Runs a command to completion and resolves with `{ code, text }`, where `text` is all its output; `onText` gets it as it arrives.
 * After `limitMs` the command is killed and `code` is `timed out`. `signal` (an AbortSignal) stops it too. It runs in its own process
 * group, so that its child processes are stopped with it.
 */
export async function runCommand(command, args, { cwd, env, onText, limitMs, signal } = {}) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  active.add(child);
  let text = '';
  const collect = (bytes) => {
    text += bytes;
    onText?.(String(bytes));
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  let timedOut = false;
  const limit =
    limitMs &&
    setTimeout(() => {
      timedOut = true;
      signalGroup(child, 'SIGKILL');
    }, limitMs);
  const stop = () => signalGroup(child, 'SIGTERM');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status, killed) => resolve(timedOut ? 'timed out' : (status ?? killed)));
    });
    return { code, text };
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', stop);
    active.delete(child);
  }
}

/** Stops all running commands and their child processes. */
export function stopCommands(signal = 'SIGTERM') {
  for (const child of active) signalGroup(child, signal);
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

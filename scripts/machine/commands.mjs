import { spawn } from 'node:child_process';

const active = new Set();

/**
 * Runs a command that ends by itself and answers `{ code, text }` with everything it wrote. `onText` hears it as it comes.
 * After `limitMs` it is ended, and `code` is `too slow`. `signal` (an AbortSignal) ends it, too.
 * It runs in a process group of its own, so that ending it ends what it started, too.
 */
export async function runToEnd(command, args, { cwd, env, onText, limitMs, signal } = {}) {
  signal?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  active.add(child);
  let text = '';
  const hear = (bytes) => {
    text += bytes;
    onText?.(String(bytes));
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  let tooSlow = false;
  const limit =
    limitMs &&
    setTimeout(() => {
      tooSlow = true;
      endGroup(child, 'SIGKILL');
    }, limitMs);
  const end = () => endGroup(child, 'SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status, killed) => resolve(tooSlow ? 'too slow' : (status ?? killed)));
    });
    return { code, text };
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', end);
    active.delete(child);
  }
}

/** Ends every command that still runs, with all it started. */
export function endCommands(signal = 'SIGTERM') {
  for (const child of active) endGroup(child, signal);
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

const terminal = Boolean(process.stdout.isTTY);

/** "0.4 s", "12 s", "1 min 5 s". */
export function duration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Prints a line without garbling the current step. */
export function say(line) {
  if (terminal) process.stdout.write('\r\x1b[K');
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a step, showing progress and how long it took. `work` gets a function to report what it is doing; a string it returns is
 * added to the final line.
 */
export async function step(title, work) {
  const started = performance.now();
  let activity = '';
  const line = (symbol, rest) => `${symbol} ${title}${rest}`;
  const show = () =>
    terminal &&
    process.stdout.write(
      `\r\x1b[K${line('·', ` … ${activity ? `${activity} ` : ''}${duration(performance.now() - started)}`)}`.slice(
        0,
        (process.stdout.columns || 120) + 4,
      ),
    );
  if (!terminal) process.stdout.write(`${line('·', ' …')}\n`);
  const ticking = terminal ? setInterval(show, 200) : undefined;
  show();
  try {
    const remark = await work((text) => {
      activity = text;
      if (!terminal) process.stdout.write(`    ${text}\n`);
    });
    say(
      line(
        '✓',
        `${typeof remark === 'string' ? ` (${remark})` : ''}  ${duration(performance.now() - started)}`,
      ),
    );
    return remark;
  } catch (error) {
    say(line('✗', `  failed after ${duration(performance.now() - started)}`));
    throw error;
  } finally {
    clearInterval(ticking);
  }
}

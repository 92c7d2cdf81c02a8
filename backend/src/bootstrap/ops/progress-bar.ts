import type { Output } from './ops-command.js';

interface Amount {
  objects: number;
  bytes: number;
}

const WIDTH = 30;
/** Update intervals on a terminal and in a log. */
const INTERVAL_MS = { terminal: 200, log: 10_000 };

/** Shows the progress of an operation: a line that is updated on a terminal, or periodic lines in a log. */
export class ProgressBar {
  private readonly start = performance.now();
  private shownAt = -Infinity;
  private isOpen = false;

  constructor(private readonly output: Output) {}

  show(done: Amount, total: Amount): void {
    const now = performance.now();
    const interval = this.output.isTTY ? INTERVAL_MS.terminal : INTERVAL_MS.log;
    if (now - this.shownAt < interval && done.objects < total.objects) return;
    this.shownAt = now;
    const part = Math.min(
      1,
      total.bytes > 0 ? done.bytes / total.bytes : done.objects / (total.objects || 1),
    );
    const rate = done.bytes / 1e6 / Math.max((now - this.start) / 1000, 0.001);
    const filled = Math.round(part * WIDTH);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(part * 100)} %`;
    const text = `${bar}  ${done.objects} of ${total.objects} objects, ${(done.bytes / 1e6).toFixed(0)} MB, ${rate.toFixed(1)} MB/s`;
    this.output.write(this.output.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
    this.isOpen = this.output.isTTY === true;
  }

  /** Writes a line that stays. */
  line(text: string): void {
    this.output.write(`${this.isOpen ? '\n' : ''}${text}\n`);
    this.isOpen = false;
  }
}

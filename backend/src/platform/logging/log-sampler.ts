/** Lines of one kind written per window; further ones are only counted. */
const LINES_PER_KIND = 10;
const WINDOW_MS = 60_000;

interface Kind {
  lines: number;
  suppressed: number;
  /** Writes the summary. */
  summarize: (suppressed: number) => void;
}

/**
 * Bounds the log volume that clients can cause: the first few lines of each kind in a minute are written, the rest are counted, and
 * the count is written when the minute ends. Kinds must come from a finite set, because they stay in memory until then.
 */
export class LogSampler {
  private kinds = new Map<string, Kind>();

  constructor(windowMs = WINDOW_MS) {
    // Started here, not with the first line, so that summaries run outside any request context.
    setInterval(() => this.flush(), windowMs).unref();
  }

  /** Writes the line now, or counts it for the summary of its kind. */
  sample(kind: string, write: () => void, summarize: (suppressed: number) => void): void {
    let known = this.kinds.get(kind);
    if (!known) this.kinds.set(kind, (known = { lines: 0, suppressed: 0, summarize }));
    if (known.lines < LINES_PER_KIND) {
      known.lines++;
      write();
    } else known.suppressed++;
  }

  /** Writes pending summaries and starts a new window. */
  flush(): void {
    const ended = this.kinds;
    this.kinds = new Map();
    for (const { suppressed, summarize } of ended.values()) if (suppressed > 0) summarize(suppressed);
  }
}

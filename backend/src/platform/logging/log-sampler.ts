/** How many lines of one kind are written in a window, before they are only counted. */
const LINES_PER_KIND = 10;
const WINDOW_MS = 60_000;

interface Kind {
  lines: number;
  suppressed: number;
  /** Writes the summary. */
  summarize: (suppressed: number) => void;
}

/**
 * Bounds what clients can make a process log: of each kind of line the first few in a minute are written one by one, the others
 * are counted, and the count is written when the minute ends. Kinds must come from a finite set: they are kept until then.
 */
export class LogSampler {
  private kinds = new Map<string, Kind>();

  constructor(windowMs = WINDOW_MS) {
    // Begun here and not with the first line: a summary belongs to no request.
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

  /** Writes the summaries that are due and begins a new window. */
  flush(): void {
    const ended = this.kinds;
    this.kinds = new Map();
    for (const { suppressed, summarize } of ended.values()) if (suppressed > 0) summarize(suppressed);
  }
}

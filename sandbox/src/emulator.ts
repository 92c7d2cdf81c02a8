/** Handle of a running emulator. */
export interface Emulator {
  /** Origin without a trailing slash. */
  url: string;
  port: number;
  /** Stops listening, drops open connections and flushes state. Call it once. */
  close(): Promise<void>;
}

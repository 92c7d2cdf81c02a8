/** What every emulator gives back once it listens. */
export interface Emulator {
  /** Origin without a trailing slash. */
  url: string;
  port: number;
  /** Stops listening, drops open connections and writes what is still to be written. Safe to call once. */
  close(): Promise<void>;
}

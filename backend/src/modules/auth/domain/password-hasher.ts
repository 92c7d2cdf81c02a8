/** Turns passwords into what may be stored. Slow on purpose: callers wait in one bounded line, and never inside a transaction. */
export abstract class PasswordHasher {
  /** Rejects with `service_unavailable` when the line is full. */
  abstract hash(password: string): Promise<string>;
  /** With no hash (unknown account) it takes the same time and answers false. Rejects like {@link hash}. */
  abstract matches(hash: string | null, password: string): Promise<boolean>;
  /** Whether a hash was made elsewhere, or with other parameters than today's, so that it should be made again. */
  abstract needsRehash(hash: string): boolean;
}

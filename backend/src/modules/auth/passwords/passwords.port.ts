/** Hashes passwords. Deliberately slow: calls share one bounded queue and must not be made inside a transaction. */
export abstract class PasswordHasher {
  /** Rejects with `service_unavailable` when the queue is full. */
  abstract hash(password: string): Promise<string>;
  /** Without a hash (unknown user) takes the same time and returns false, to prevent timing attacks. Rejects like {@link hash}. */
  abstract matches(hash: string | null, password: string): Promise<boolean>;
  /** Whether the hash uses another algorithm or outdated parameters. */
  abstract needsRehash(hash: string): boolean;
}

/** Detects passwords that attackers try first. Checks are local; no third-party service is called. */
export abstract class BreachedPasswords {
  /**
   * Whether an attacker who knows common passwords, patterns and the owner's `personalWords` needs fewer than about a million guesses,
   * ignoring case and surrounding spaces. Always false when disabled.
   */
  abstract isGuessable(password: string, personalWords: readonly string[]): boolean;
  /** Whether the password is in the operator's file of breached passwords. Always false without a file. */
  abstract isBreached(password: string): boolean;
}

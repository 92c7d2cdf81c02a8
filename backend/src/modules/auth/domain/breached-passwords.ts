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

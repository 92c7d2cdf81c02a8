/** Passwords that attackers try first. */
export abstract class BreachedPasswords {
  /**
   * Whether fewer than about a million guesses find it, for an attacker who knows common passwords, patterns and these facts about
   * its owner, in any capitals. False for all when switched off.
   */
  abstract isGuessable(password: string, personalWords: readonly string[]): boolean;
  /** Whether it is in the operator's file. False for all where there is none. Asks no one. */
  abstract isBreached(password: string): boolean;
}

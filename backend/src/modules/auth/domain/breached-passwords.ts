/** Passwords that were stolen somewhere and are tried first everywhere. */
export abstract class BreachedPasswords {
  /** False for all where the operator gives no list. Asks nobody. */
  abstract has(password: string): boolean;
}

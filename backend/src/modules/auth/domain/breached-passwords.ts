/** Passwords that were stolen somewhere and are tried first everywhere. */
export abstract class BreachedPasswords {
  /** Whether it is among the most common ones, whatever its capitals and the spaces around it. False for all when switched off. */
  abstract isCommon(password: string): boolean;
  /** Whether it is in the operator's file. False for all where there is none. Asks no one. */
  abstract isBreached(password: string): boolean;
}

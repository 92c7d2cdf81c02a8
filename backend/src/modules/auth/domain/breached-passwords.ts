/** Lists of passwords that attackers try first. Lookups are local; no third-party service is called. */
export abstract class BreachedPasswords {
  /** Whether the password is one of the most common, ignoring case and surrounding spaces. Always false when disabled. */
  abstract isCommon(password: string): boolean;
  /** Whether the password is in the operator's file of breached passwords. Always false without a file. */
  abstract isBreached(password: string): boolean;
}

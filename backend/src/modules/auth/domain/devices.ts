/** Reads what programs say of themselves. */
export abstract class Devices {
  /** `Chrome on macOS`, or the half of it that is known; null when neither is. Never words of the caller's own. */
  abstract describe(userAgent: string | null): string | null;
}

/** Names devices by their user agent. */
export abstract class Devices {
  /** `Chrome on macOS`, or the known half; null when neither is known. Never contains text supplied by the caller. */
  abstract describe(userAgent: string | null): string | null;
}

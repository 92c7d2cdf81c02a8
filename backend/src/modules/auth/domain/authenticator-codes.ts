/** Codes of authenticator apps: SHA-1, six digits, half a minute each (RFC 6238). */
export abstract class AuthenticatorCodes {
  abstract generateSecret(): string;
  /** What an app reads, by hand or from a picture. */
  abstract uri(input: { secret: string; issuer: string; label: string }): string;
  /** The address as a picture, in SVG text. */
  abstract qrCode(uri: string): string;
  /** The half minute whose code this is, the neighbors of the present one included, if it is later than `after`. */
  abstract matchingStep(input: {
    secret: string;
    code: string;
    now: Date;
    after: number | null;
  }): number | undefined;
}

/** TOTP codes of authenticator apps: SHA-1, six digits, 30-second time step (RFC 6238). */
export abstract class AuthenticatorCodes {
  abstract generateSecret(): string;
  /** The `otpauth:` URI that an authenticator app reads. */
  abstract uri(input: { secret: string; issuer: string; label: string }): string;
  /** The URI as a QR code, in SVG markup. */
  abstract qrCode(uri: string): string;
  /** The time step that the code belongs to, within one step of `now` and later than `after`; undefined if none matches. */
  abstract matchingStep(input: {
    secret: string;
    code: string;
    now: Date;
    after: number | null;
  }): number | undefined;
}

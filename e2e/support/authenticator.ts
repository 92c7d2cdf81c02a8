import { generateSync } from 'otplib';

const PERIOD_SECONDS = 30;

/** The TOTP code `steps` periods from now. The service accepts the next code, too. */
export function totpCode(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + PERIOD_SECONDS * steps });
}

/** A code that is invalid now and in the neighboring periods. */
export function wrongTotpCode(secret: string): string {
  const nearby = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !nearby.includes(code))!;
}

import { generateSync } from 'otplib';

const STEP_SECONDS = 30;

/** What an authenticator app shows for a secret, now or some half minutes later. The service takes the next code already. */
export function totpCode(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + STEP_SECONDS * steps });
}

/** A code that is of no half minute near by. */
export function wrongTotpCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
}

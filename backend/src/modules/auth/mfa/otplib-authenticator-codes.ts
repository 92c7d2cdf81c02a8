import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';
import { AuthenticatorCodes } from './authenticator-codes.port.js';

const STEP_SECONDS = 30;
const SIX_DIGITS = /^\d{6}$/;

@Injectable()
export class OtplibAuthenticatorCodes extends AuthenticatorCodes {
  override generateSecret(): string {
    return generateSecret();
  }

  override uri(input: { secret: string; issuer: string; label: string }): string {
    return generateURI(input);
  }

  override qrCode(uri: string): string {
    return renderSVG(uri);
  }

  override matchingStep(input: {
    secret: string;
    code: string;
    now: Date;
    after: number | null;
  }): number | undefined {
    const { secret, code: token, now, after } = input;
    if (!SIX_DIGITS.test(token)) return undefined;
    const epoch = Math.floor(now.getTime() / 1000);
    const result = verifySync({
      secret,
      token,
      epoch,
      epochTolerance: STEP_SECONDS,
      ...(after === null ? {} : { afterTimeStep: after }),
    });
    return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : undefined;
  }
}

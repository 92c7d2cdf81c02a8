import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { RealClock } from '../../../platform/clock.js';
import type { FactorChallengeEntity } from '../factors/factor-challenge.entity.js';
import type { SecondFactor } from '../factors/factors.repository.js';
import { SmsCodes } from '../phone/sms-codes.js';
import { AuthenticatorCodes } from './authenticator-codes.port.js';
import { FactorSecrets } from './factor-secrets.js';

/** Compares codes from authenticator apps and text messages. */
@Injectable()
export class FactorCodes {
  constructor(
    private readonly secrets: FactorSecrets,
    private readonly authenticatorCodes: AuthenticatorCodes,
    private readonly sms: SmsCodes,
    private readonly clock: RealClock,
  ) {}

  /** Undefined for a wrong code. `step` is the TOTP time step; earlier steps are rejected from then on. */
  match(
    { id, userId, secret: encrypted, phone, lastStep }: SecondFactor,
    { codeHash }: FactorChallengeEntity,
    code: string,
  ): { step: number | null } | undefined {
    if (encrypted) {
      const secret = this.secrets.decrypt(id, encrypted);
      const step = this.authenticatorCodes.matchingStep({
        secret,
        code,
        now: this.clock.now(),
        after: lastStep,
      });
      return step === undefined ? undefined : { step };
    }
    const presented = this.sms.hash({ userId, phone: phone ?? '' }, code);
    return codeHash !== null && timingSafeEqual(codeHash, presented) ? { step: null } : undefined;
  }
}

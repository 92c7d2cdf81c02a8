import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { InvalidInputError } from '../core/auth-errors.js';
import type { SmsRequestedPayload } from '../core/events.js';
import { FactorNotFoundError } from '../factors/factor-errors.js';
import {
  FactorsRepository,
  isSecondFactor,
  type ChallengeKey,
  type SecondFactor,
} from '../factors/factors.repository.js';
import { AuthSms } from '../phone/auth-sms.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { WebAuthn } from '../webauthn/webauthn.port.js';
import { EnabledFactors, type FactorType } from './enabled-factors.js';
import { FactorChallenges } from './factor-challenges.js';

export interface FactorChallenge {
  id: string;
  type: FactorType;
  expiresAt: Date;
  /** WebAuthn only: `create` registers a key for an unverified factor, `request` signs with the key of a verified one. */
  ceremony?: { type: 'create' | 'request'; options: object };
}

/** Starts the verification of a second factor. */
@Injectable()
export class ChallengeFactor {
  constructor(
    private readonly signedInUser: SignedInUser,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly enabledFactors: EnabledFactors,
    private readonly webauthn: WebAuthn,
    private readonly sms: AuthSms,
    private readonly database: Database,
  ) {}

  /** Throws `mfa_factor_not_found`, `mfa_…_verify_not_enabled` and `over_sms_send_rate_limit`. */
  async challenge(
    { userId, sessionId }: AuthenticatedCaller,
    factorId: string,
    channel: SmsRequestedPayload['channel'],
  ): Promise<FactorChallenge> {
    const user = await this.signedInUser.find(userId);
    const factor = (await this.factors.findListedByUser(user)).find(({ id }) => id === factorId);
    if (!factor) throw new FactorNotFoundError();
    if (!isSecondFactor(factor)) {
      throw new InvalidInputError(
        "Recovery codes don't use challenges. Submit a code to factors/recovery-codes/verify instead.",
      );
    }
    const type = factor.factorType;
    this.enabledFactors.assertEnabled(type, 'verify');
    const key = { factorId, sessionId };
    if (type === 'totp') return { type, ...(await this.challenges.issue(key)) };
    if (factor.phone !== null) {
      return { type, ...(await this.sendCode(key, { userId, phone: factor.phone, channel })) };
    }
    const { ceremony, challenge } = await this.startCeremony(user, factor);
    return { type, ceremony, ...(await this.challenges.issue(key, challenge)) };
  }

  private async sendCode(
    key: Pick<ChallengeKey, 'factorId' | 'sessionId'>,
    message: Pick<SmsRequestedPayload, 'userId' | 'phone' | 'channel'>,
  ): Promise<{ id: string; expiresAt: Date }> {
    await this.sms.count('factor', message.phone);
    return this.database.transaction(async () => {
      const issued = await this.challenges.issue(key);
      await this.sms.request({ ...message, purpose: 'factor', challengeId: issued.id });
      return issued;
    });
  }

  private async startCeremony(
    user: UserEntity,
    factor: SecondFactor,
  ): Promise<{ ceremony: NonNullable<FactorChallenge['ceremony']>; challenge: string }> {
    if (factor.status === 'verified') {
      const credential = await this.factors.findCredential(factor.id);
      const { options, challenge } = await this.webauthn.authenticationOptions(
        'factor',
        credential ? [credential] : [],
      );
      return { ceremony: { type: 'request', options }, challenge };
    }
    const userName = user.email ?? user.id;
    const { options, challenge } = await this.webauthn.registrationOptions(
      'factor',
      { userId: user.id, userName, displayName: user.fullName || userName },
      await this.factors.findCredentialsByUser(user.id),
    );
    return { ceremony: { type: 'create', options }, challenge };
  }
}

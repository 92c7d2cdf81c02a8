import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { SmsRequestedPayload } from '../../domain/events.js';
import { FactorNotFoundError } from '../../domain/factor-errors.js';
import { UserDeletedError } from '../../domain/session-errors.js';
import { WebAuthn } from '../../domain/webauthn.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import {
  FactorsRepository,
  isSecondFactor,
  type ChallengeKey,
  type FactorRow,
} from '../../persistence/factors.repository.js';
import { SmsCodes } from '../phones/sms-codes.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorSwitches, type FactorType } from './factor-switches.js';

export interface FactorChallenge {
  id: string;
  type: FactorType;
  expiresAt: Date;
  /** What the browser asks the device for: a new key for a factor that is just begun, a signature for one that counts. */
  ceremony?: { type: 'create' | 'request'; options: object };
}

/** Asks for a second factor to be shown. */
@Injectable()
export class ChallengeFactor {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly factorSwitches: FactorSwitches,
    private readonly webauthn: WebAuthn,
    private readonly sms: SmsCodes,
    private readonly database: Database,
  ) {}

  /** Throws `mfa_factor_not_found`, `mfa_…_verify_not_enabled` and `over_sms_send_rate_limit`. */
  async challenge(
    { userId, sessionId }: AuthenticatedCaller,
    factorId: string,
    channel: SmsRequestedPayload['channel'],
  ): Promise<FactorChallenge> {
    const user = await this.users.findById(userId);
    if (!user) throw new UserDeletedError();
    const factor = (await this.factors.listOf(user)).find(({ id }) => id === factorId);
    if (!factor) throw new FactorNotFoundError();
    if (!isSecondFactor(factor)) {
      throw new InvalidInputError(
        'Recovery codes need no challenge: show one at factors/recovery-codes/verify',
      );
    }
    const type = factor.factorType;
    this.factorSwitches.assertOn(type, 'verify');
    const key = { factorId, sessionId };
    if (type === 'totp') return { type, ...(await this.challenges.issue(key)) };
    if (factor.phone !== null) {
      const sending = { userId, phone: factor.phone, channel };
      return { type, ...(await this.send(key, sending)) };
    }
    const { ceremony, challenge } = await this.prepare(user, factor);
    return { type, ceremony, ...(await this.challenges.issue(key, challenge)) };
  }

  private async send(
    key: Pick<ChallengeKey, 'factorId' | 'sessionId'>,
    sending: Pick<SmsRequestedPayload, 'userId' | 'phone' | 'channel'>,
  ): Promise<{ id: string; expiresAt: Date }> {
    await this.sms.count('factor', sending.phone);
    return this.database.transaction(async () => {
      const issued = await this.challenges.issue(key);
      await this.sms.request({ ...sending, purpose: 'factor', challengeId: issued.id });
      return issued;
    });
  }

  private async prepare(
    user: UserEntity,
    factor: FactorRow,
  ): Promise<{ ceremony: NonNullable<FactorChallenge['ceremony']>; challenge: string }> {
    if (factor.status === 'verified') {
      const credential = await this.factors.credentialOf(factor.id);
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
      await this.factors.credentialsOf(user.id),
    );
    return { ceremony: { type: 'create', options }, challenge };
  }
}

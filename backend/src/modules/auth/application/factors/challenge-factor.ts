import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import type { SmsWanted } from '../../domain/events.js';
import { FactorNotFoundError } from '../../domain/factor-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import { WebAuthn } from '../../domain/webauthn.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import {
  FactorsRepository,
  isSecondFactor,
  type ChallengeKey,
  type FactorRow,
} from '../../persistence/factors.repository.js';
import { SmsCodes } from '../phones/sms-codes.js';
import type { ProvenCaller } from '../sessions/callers.js';
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
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly challenges: FactorChallenges,
    private readonly switches: FactorSwitches,
    private readonly webauthn: WebAuthn,
    private readonly sms: SmsCodes,
    private readonly database: Database,
  ) {}

  /** Throws `mfa_factor_not_found`, `mfa_…_verify_not_enabled` and `over_sms_send_rate_limit`. */
  async challenge(
    { accountId, sessionId }: ProvenCaller,
    factorId: string,
    channel: SmsWanted['channel'],
  ): Promise<FactorChallenge> {
    const account = await this.accounts.findById(accountId);
    if (!account) throw new AccountGoneError();
    const factor = (await this.factors.listOf(account)).find(({ id }) => id === factorId);
    if (!factor) throw new FactorNotFoundError();
    if (!isSecondFactor(factor)) {
      throw new InvalidInputError(
        'Recovery codes need no challenge: show one at factors/recovery-codes/verify',
      );
    }
    const type = factor.factorType;
    this.switches.assertOn(type, 'verify');
    const key = { factorId, sessionId };
    if (type === 'totp') return { type, ...(await this.challenges.issue(key)) };
    if (factor.phone !== null) {
      const sending = { accountId, phone: factor.phone, channel };
      return { type, ...(await this.send(key, sending)) };
    }
    const { ceremony, challenge } = await this.prepare(account, factor);
    return { type, ceremony, ...(await this.challenges.issue(key, challenge)) };
  }

  private async send(
    key: Pick<ChallengeKey, 'factorId' | 'sessionId'>,
    sending: Pick<SmsWanted, 'accountId' | 'phone' | 'channel'>,
  ): Promise<{ id: string; expiresAt: Date }> {
    await this.sms.count('factor', sending.phone);
    return this.database.transaction(async () => {
      const issued = await this.challenges.issue(key);
      await this.sms.request({ ...sending, purpose: 'factor', challengeId: issued.id });
      return issued;
    });
  }

  private async prepare(
    account: AccountEntity,
    factor: FactorRow,
  ): Promise<{ ceremony: NonNullable<FactorChallenge['ceremony']>; challenge: string }> {
    if (factor.status === 'verified') {
      const credential = await this.factors.credentialOf(factor.id);
      const { options, challenge } = await this.webauthn.request('factor', credential ? [credential] : []);
      return { ceremony: { type: 'request', options }, challenge };
    }
    const accountName = account.email ?? account.id;
    const { options, challenge } = await this.webauthn.creation(
      'factor',
      { accountId: account.id, accountName, displayName: account.fullName || accountName },
      await this.factors.credentialsOf(account.id),
    );
    return { ceremony: { type: 'create', options }, challenge };
  }
}

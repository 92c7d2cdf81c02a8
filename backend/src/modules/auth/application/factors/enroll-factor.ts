import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { SwitchedOffError } from '../../domain/auth-errors.js';
import { AuthenticatorCodes } from '../../domain/authenticator-codes.js';
import {
  FactorNameTakenError,
  InsufficientLevelError,
  TooManyFactorsError,
} from '../../domain/factor-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { FactorSecrets } from './factor-secrets.js';

/** Nobody who means it takes longer to type the first code. */
const UNVERIFIED_SECONDS = 300;
const MOST_FACTORS = 10;
/** More than this a picture cannot carry. */
const LONGEST_URI = 2000;

export interface Enrolment {
  id: string;
  friendlyName: string;
  secret: string;
  uri: string;
  picture: string;
}

/** Begins a second factor: its secret is answered once and counts from the first right code on. */
@Injectable()
export class EnrollFactor {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly secrets: FactorSecrets,
    private readonly codes: AuthenticatorCodes,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async enroll(
    { accountId, aal }: ProvenCaller,
    wish: { friendlyName: string; issuer: string | undefined },
  ): Promise<Enrolment> {
    if (!this.settings.auth.mfaTotp) {
      throw new SwitchedOffError('invalid', 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
    }
    const { friendlyName } = wish;
    const id = uuid();
    const secret = this.codes.newSecret();
    const email = await this.database.transaction(async () => {
      const account = await this.accounts.lockById(accountId);
      if (!account) throw new AccountGoneError();
      await this.factors.removeUnverifiedOf(accountId, this.clock.in(-UNVERIFIED_SECONDS));
      const present = await this.factors.of(account);
      if (present.some(({ status }) => status === 'verified') && aal === 'aal1') {
        throw new InsufficientLevelError('forbidden');
      }
      if (present.length >= MOST_FACTORS) throw new TooManyFactorsError();
      if (present.some((factor) => factor.friendlyName === friendlyName)) throw new FactorNameTakenError();
      account.hasFactors = true;
      const now = this.clock.now();
      await this.factors.insert({
        id,
        accountId,
        factorType: 'totp',
        friendlyName,
        status: 'unverified',
        secret: this.secrets.seal(id, secret),
        lastStep: null,
        lastChallengedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      await this.audit.record({
        actorId: accountId,
        action: 'factor.enrolled',
        subject: { type: 'account', id: accountId },
        details: { factorId: id },
      });
      return account.email;
    });
    const issuer = wish.issuer ?? this.settings.productName;
    const wished = this.codes.uri({ secret, issuer, label: email ?? accountId });
    const uri =
      wished.length <= LONGEST_URI ? wished : this.codes.uri({ secret, issuer: 'account', label: accountId });
    return { id, friendlyName, secret, uri, picture: this.codes.picture(uri) };
  }
}

import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Settings } from '../../../../platform/config/settings.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import { AuthenticatorCodes } from '../../domain/authenticator-codes.js';
import { parsePhoneNumber } from '../../domain/phone-number.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { BeginFactor } from './begin-factor.js';
import { FactorSecrets } from './factor-secrets.js';
import { FactorSwitches } from './factor-switches.js';

/** More than this a picture cannot carry. */
const LONGEST_URI = 2000;

export interface Enrolment {
  id: string;
  friendlyName: string;
}

/** What an authenticator app reads, by hand or from the picture. */
export interface AppEnrolment extends Enrolment {
  secret: string;
  uri: string;
  picture: string;
}

/** Begins a second factor of each kind. */
@Injectable()
export class EnrollFactor {
  constructor(
    private readonly beginning: BeginFactor,
    private readonly secrets: FactorSecrets,
    private readonly codes: AuthenticatorCodes,
    private readonly switches: FactorSwitches,
    private readonly settings: Settings,
  ) {}

  /** The secret is answered once. */
  async app(
    caller: ProvenCaller,
    wish: { friendlyName: string; issuer: string | undefined },
  ): Promise<AppEnrolment> {
    this.switches.assertOn('totp', 'enroll');
    const { friendlyName } = wish;
    const id = uuid();
    const secret = this.codes.newSecret();
    const sealed = this.secrets.seal(id, secret);
    const { email } = await this.beginning.begin(caller, {
      id,
      factorType: 'totp',
      friendlyName,
      secret: sealed,
      phone: null,
    });
    const { accountId } = caller;
    const issuer = wish.issuer ?? this.settings.productName;
    const wished = this.codes.uri({ secret, issuer, label: email ?? accountId });
    const uri =
      wished.length <= LONGEST_URI ? wished : this.codes.uri({ secret, issuer: 'account', label: accountId });
    return { id, friendlyName, secret, uri, picture: this.codes.picture(uri) };
  }

  /** The key itself is made when the factor is challenged for the first time. */
  async device(caller: ProvenCaller, { friendlyName }: { friendlyName: string }): Promise<Enrolment> {
    this.switches.assertOn('webauthn', 'enroll');
    const id = uuid();
    await this.beginning.begin(caller, {
      id,
      factorType: 'webauthn',
      friendlyName,
      secret: null,
      phone: null,
    });
    return { id, friendlyName };
  }

  /** Its owner shows that he has it by the first code. Throws `validation_failed` for what is no number. */
  async phone(
    caller: ProvenCaller,
    wish: { friendlyName: string; phone: string },
  ): Promise<Enrolment & { phone: string }> {
    this.switches.assertOn('phone', 'enroll');
    const { friendlyName } = wish;
    const phone = parsePhoneNumber(wish.phone);
    if (phone === undefined) throw new InvalidInputError('Invalid phone number format (E.164 required)');
    const id = uuid();
    await this.beginning.begin(caller, { id, factorType: 'phone', friendlyName, secret: null, phone });
    return { id, friendlyName, phone };
  }
}

import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Settings } from '../../../../platform/config/settings.js';
import { InvalidInputError } from '../../domain/auth-errors.js';
import { AuthenticatorCodes } from '../../domain/authenticator-codes.js';
import { parsePhoneNumber } from '../../domain/phone-number.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { BeginFactor } from './begin-factor.js';
import { FactorSecrets } from './factor-secrets.js';
import { FactorSwitches } from './factor-switches.js';

/** More than this a picture cannot carry. */
const MAX_URI_LENGTH = 2000;

export interface Enrollment {
  id: string;
  friendlyName: string;
}

/** What an authenticator app reads, by hand or from the picture. */
export interface TotpEnrollment extends Enrollment {
  secret: string;
  uri: string;
  picture: string;
}

/** Begins a second factor of each kind. */
@Injectable()
export class EnrollFactor {
  constructor(
    private readonly beginFactor: BeginFactor,
    private readonly secrets: FactorSecrets,
    private readonly authenticatorCodes: AuthenticatorCodes,
    private readonly factorSwitches: FactorSwitches,
    private readonly settings: Settings,
  ) {}

  /** The secret is answered once. */
  async app(
    caller: AuthenticatedCaller,
    input: { friendlyName: string; issuer: string | undefined },
  ): Promise<TotpEnrollment> {
    this.factorSwitches.assertOn('totp', 'enroll');
    const { friendlyName } = input;
    const id = uuid();
    const secret = this.authenticatorCodes.generateSecret();
    const encrypted = this.secrets.encrypt(id, secret);
    const { email } = await this.beginFactor.create(caller, {
      id,
      factorType: 'totp',
      friendlyName,
      secret: encrypted,
      phone: null,
    });
    const { userId } = caller;
    const issuer = input.issuer ?? this.settings.productName;
    const requested = this.authenticatorCodes.uri({ secret, issuer, label: email ?? userId });
    const uri =
      requested.length <= MAX_URI_LENGTH
        ? requested
        : this.authenticatorCodes.uri({ secret, issuer: 'account', label: userId });
    return { id, friendlyName, secret, uri, picture: this.authenticatorCodes.qrCode(uri) };
  }

  /** The key itself is made when the factor is challenged for the first time. */
  async device(caller: AuthenticatedCaller, { friendlyName }: { friendlyName: string }): Promise<Enrollment> {
    this.factorSwitches.assertOn('webauthn', 'enroll');
    const id = uuid();
    await this.beginFactor.create(caller, {
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
    caller: AuthenticatedCaller,
    input: { friendlyName: string; phone: string },
  ): Promise<Enrollment & { phone: string }> {
    this.factorSwitches.assertOn('phone', 'enroll');
    const { friendlyName } = input;
    const phone = parsePhoneNumber(input.phone);
    if (phone === undefined) throw new InvalidInputError('Invalid phone number format (E.164 required)');
    const id = uuid();
    await this.beginFactor.create(caller, { id, factorType: 'phone', friendlyName, secret: null, phone });
    return { id, friendlyName, phone };
  }
}

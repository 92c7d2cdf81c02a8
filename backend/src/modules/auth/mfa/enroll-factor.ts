import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { toProtocolEmail, parsePhoneNumber } from '../core/email-and-phone.js';
import { AuthenticatorCodes } from './authenticator-codes.port.js';
import { CreateFactor } from './create-factor.js';
import { EnabledFactors } from './enabled-factors.js';
import { FactorSecrets } from './factor-secrets.js';

/** Capacity of a QR code. */
const MAX_URI_LENGTH = 2000;

export interface Enrollment {
  id: string;
  friendlyName: string;
}

/** The secret for an authenticator app, for manual entry and as a QR code. */
export interface TotpEnrollment extends Enrollment {
  secret: string;
  uri: string;
  qrCode: string;
}

/** Starts enrollment of a second factor; verifying it completes the enrollment. */
@Injectable()
export class EnrollFactor {
  constructor(
    private readonly createFactor: CreateFactor,
    private readonly secrets: FactorSecrets,
    private readonly authenticatorCodes: AuthenticatorCodes,
    private readonly enabledFactors: EnabledFactors,
    private readonly settings: Settings,
  ) {}

  /** The secret cannot be retrieved again. */
  async enrollTotp(
    caller: AuthenticatedCaller,
    input: { friendlyName: string; issuer: string | undefined },
  ): Promise<TotpEnrollment> {
    this.enabledFactors.assertEnabled('totp', 'enroll');
    const { friendlyName } = input;
    const id = uuid();
    const secret = this.authenticatorCodes.generateSecret();
    const encrypted = this.secrets.encrypt(id, secret);
    const { email } = await this.createFactor.create(caller, {
      id,
      factorType: 'totp',
      friendlyName,
      secret: encrypted,
      phone: null,
    });
    const { userId } = caller;
    const issuer = input.issuer ?? this.settings.productName;
    const requested = this.authenticatorCodes.uri({
      secret,
      issuer,
      label: toProtocolEmail(email) ?? userId,
    });
    const uri =
      requested.length <= MAX_URI_LENGTH
        ? requested
        : this.authenticatorCodes.uri({ secret, issuer: 'account', label: userId });
    return { id, friendlyName, secret, uri, qrCode: this.authenticatorCodes.qrCode(uri) };
  }

  /** The device creates its key pair in response to the first challenge. */
  async enrollWebauthn(
    caller: AuthenticatedCaller,
    { friendlyName }: { friendlyName: string },
  ): Promise<Enrollment> {
    this.enabledFactors.assertEnabled('webauthn', 'enroll');
    const id = uuid();
    await this.createFactor.create(caller, {
      id,
      factorType: 'webauthn',
      friendlyName,
      secret: null,
      phone: null,
    });
    return { id, friendlyName };
  }

  /** The first code confirms the number. Throws `validation_failed` for an invalid number. */
  async enrollPhone(
    caller: AuthenticatedCaller,
    input: { friendlyName: string; phone: string },
  ): Promise<Enrollment & { phone: string }> {
    this.enabledFactors.assertEnabled('phone', 'enroll');
    const { friendlyName } = input;
    const phone = parsePhoneNumber(input.phone);
    if (phone === undefined) throw new InvalidInputError('Invalid phone number format (E.164 required)');
    const id = uuid();
    await this.createFactor.create(caller, { id, factorType: 'phone', friendlyName, secret: null, phone });
    return { id, friendlyName, phone };
  }
}

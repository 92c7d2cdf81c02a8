import { Injectable } from '@nestjs/common';
import {
  accountFactorAdded,
  accountFactorRemoved,
  accountPasskeyAdded,
  accountPasskeyRemoved,
  accountPhoneChanged,
  accountRecoveryCodesMade,
  accountRecoveryCodeUsed,
  accountSignedInElsewhere,
  type FactorChange,
  type SignInElsewhere,
} from '../../auth/index.js';
import { LetterToOwner } from './letter-to-owner.js';

interface OfAccount {
  accountId: string;
}

@Injectable()
export class TellOfSignInElsewhere extends LetterToOwner<'new-sign-in', SignInElsewhere> {
  override readonly id = 'send-new-sign-in-email';
  override readonly event = accountSignedInElsewhere;
  protected override readonly template = 'new-sign-in';
}

@Injectable()
export class TellOfAddedFactor extends LetterToOwner<'factor-added', FactorChange> {
  override readonly id = 'send-mfa-factor-enrolled-email';
  override readonly event = accountFactorAdded;
  protected override readonly template = 'factor-added';
}

@Injectable()
export class TellOfRemovedFactor extends LetterToOwner<'factor-removed', FactorChange> {
  override readonly id = 'send-mfa-factor-unenrolled-email';
  override readonly event = accountFactorRemoved;
  protected override readonly template = 'factor-removed';
}

@Injectable()
export class TellOfAddedPasskey extends LetterToOwner<'passkey-added', OfAccount> {
  override readonly id = 'send-passkey-added-email';
  override readonly event = accountPasskeyAdded;
  protected override readonly template = 'passkey-added';
}

@Injectable()
export class TellOfRemovedPasskey extends LetterToOwner<'passkey-removed', OfAccount> {
  override readonly id = 'send-passkey-removed-email';
  override readonly event = accountPasskeyRemoved;
  protected override readonly template = 'passkey-removed';
}

/** An account without an address has no mailbox to tell. */
@Injectable()
export class TellOfNewPhone extends LetterToOwner<'phone-changed', OfAccount> {
  override readonly id = 'send-phone-changed-email';
  override readonly event = accountPhoneChanged;
  protected override readonly template = 'phone-changed';
}

@Injectable()
export class TellOfRecoveryCodes extends LetterToOwner<'recovery-codes-made', OfAccount> {
  override readonly id = 'send-recovery-codes-generated-email';
  override readonly event = accountRecoveryCodesMade;
  protected override readonly template = 'recovery-codes-made';
}

@Injectable()
export class TellOfUsedRecoveryCode extends LetterToOwner<
  'recovery-code-used',
  OfAccount & { remaining: number }
> {
  override readonly id = 'send-recovery-code-used-email';
  override readonly event = accountRecoveryCodeUsed;
  protected override readonly template = 'recovery-code-used';
}

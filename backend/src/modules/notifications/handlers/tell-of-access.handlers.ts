import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
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
import { MailAccount } from '../application/mail-account.js';

@Injectable()
export class TellOfSignInElsewhere extends EventHandler<SignInElsewhere> {
  override readonly event = accountSignedInElsewhere;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, ...signIn }: SignInElsewhere): Promise<void> {
    return this.mail.send(accountId, 'new-sign-in', ({ fullName: name }) => ({ name, ...signIn }));
  }
}

@Injectable()
export class TellOfAddedFactor extends EventHandler<FactorChange> {
  override readonly event = accountFactorAdded;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, factor }: FactorChange): Promise<void> {
    return this.mail.send(accountId, 'factor-added', ({ fullName: name }) => ({ name, factor }));
  }
}

@Injectable()
export class TellOfRemovedFactor extends EventHandler<FactorChange> {
  override readonly event = accountFactorRemoved;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, factor }: FactorChange): Promise<void> {
    return this.mail.send(accountId, 'factor-removed', ({ fullName: name }) => ({ name, factor }));
  }
}

@Injectable()
export class TellOfAddedPasskey extends EventHandler<{ accountId: string }> {
  override readonly event = accountPasskeyAdded;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId }: { accountId: string }): Promise<void> {
    return this.mail.send(accountId, 'passkey-added', ({ fullName: name }) => ({ name }));
  }
}

@Injectable()
export class TellOfRemovedPasskey extends EventHandler<{ accountId: string }> {
  override readonly event = accountPasskeyRemoved;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId }: { accountId: string }): Promise<void> {
    return this.mail.send(accountId, 'passkey-removed', ({ fullName: name }) => ({ name }));
  }
}

/** An account without an address has no mailbox to tell. */
@Injectable()
export class TellOfNewPhone extends EventHandler<{ accountId: string }> {
  override readonly event = accountPhoneChanged;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId }: { accountId: string }): Promise<void> {
    return this.mail.send(accountId, 'phone-changed', ({ fullName: name }) => ({ name }));
  }
}

@Injectable()
export class TellOfRecoveryCodes extends EventHandler<{ accountId: string }> {
  override readonly event = accountRecoveryCodesMade;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId }: { accountId: string }): Promise<void> {
    return this.mail.send(accountId, 'recovery-codes-made', ({ fullName: name }) => ({ name }));
  }
}

interface UsedCode {
  accountId: string;
  remaining: number;
}

@Injectable()
export class TellOfUsedRecoveryCode extends EventHandler<UsedCode> {
  override readonly event = accountRecoveryCodeUsed;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, remaining }: UsedCode): Promise<void> {
    return this.mail.send(accountId, 'recovery-code-used', ({ fullName: name }) => ({ name, remaining }));
  }
}

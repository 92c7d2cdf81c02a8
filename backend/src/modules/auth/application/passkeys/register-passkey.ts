import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { Devices } from '../../domain/devices.js';
import { accountPasskeyAdded } from '../../domain/events.js';
import {
  PasskeyExistsError,
  PasskeyRefusedError,
  TooManyPasskeysError,
} from '../../domain/passkey-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import { WebAuthn, type NewCredential } from '../../domain/webauthn.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { PasskeysRepository } from '../../persistence/passkeys.repository.js';
import { SecondStep } from '../factors/second-step.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { presentClient } from '../sessions/client.js';
import { PasskeyChallenges, type PasskeyChallenge } from './passkey-challenges.js';

const MOST_PASSKEYS = 10;

export interface NewPasskey {
  id: string;
  friendlyName: string;
  createdAt: Date;
}

/** Adds a key on the owner's device that signs in alone. */
@Injectable()
export class RegisterPasskey {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly secondStep: SecondStep,
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly webauthn: WebAuthn,
    private readonly devices: Devices,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `insufficient_aal`, `too_many_passkeys`, `user_sso_managed`. */
  async ask(caller: ProvenCaller): Promise<PasskeyChallenge> {
    const account = await this.accounts.findById(caller.accountId);
    if (!account) throw new AccountGoneError();
    await this.judge(account, caller);
    const accountName = account.email ?? account.phone ?? account.id;
    const options = await this.webauthn.creation(
      'passkey',
      { accountId: account.id, accountName, displayName: account.fullName || accountName },
      await this.passkeys.of(account.id),
    );
    return this.challenges.issue(account.id, options);
  }

  /** Throws what {@link ask} throws and the refusals of the ceremony. */
  async add(caller: ProvenCaller, challengeId: string, response: unknown): Promise<NewPasskey> {
    const challenge = await this.challenges.take(challengeId, caller.accountId);
    const credential = await this.webauthn.created('passkey', challenge, response);
    if (!credential) throw new PasskeyRefusedError();
    return this.database.transaction(async () => {
      const account = await this.accounts.lockById(caller.accountId);
      if (!account) throw new AccountGoneError();
      await this.judge(account, caller);
      return this.write(account, credential);
    });
  }

  private async write({ id: accountId }: AccountEntity, credential: NewCredential): Promise<NewPasskey> {
    const now = this.clock.now();
    const id = uuid();
    const friendlyName = this.devices.nameOf(presentClient().userAgent) ?? 'Passkey';
    if (!(await this.passkeys.insert({ ...credential, id, accountId, friendlyName, now }))) {
      throw new PasskeyExistsError();
    }
    await this.outbox.emit(accountPasskeyAdded, { accountId });
    await this.audit.record({
      actorId: accountId,
      action: 'passkey.added',
      subject: { type: 'account', id: accountId },
      details: { passkeyId: id },
    });
    return { id, friendlyName, createdAt: now };
  }

  /** A key that opens the account for good must not be added by who knows the password alone, where that is not enough. */
  private async judge(account: AccountEntity, caller: ProvenCaller): Promise<void> {
    if (account.isSsoUser) {
      throw new DomainError('invalid', 'user_sso_managed', 'Credentials of this user are managed elsewhere');
    }
    await this.secondStep.assertShown(account, caller, 'forbidden');
    if ((await this.passkeys.of(account.id)).length >= MOST_PASSKEYS) throw new TooManyPasskeysError();
  }
}

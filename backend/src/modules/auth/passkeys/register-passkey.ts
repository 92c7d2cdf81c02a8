import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserDeletedError } from '../access/session-errors.js';
import { userPasskeyAdded } from '../core/events.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { Devices, currentClient } from '../sessions/devices.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { WebAuthn, type RegisteredCredential } from '../webauthn/webauthn.port.js';
import { PasskeyChallenges, type PasskeyChallenge } from './passkey-challenges.js';
import { PasskeyExistsError, PasskeyRejectedError, TooManyPasskeysError } from './passkey-errors.js';
import { PasskeysRepository } from './passkeys.repository.js';

const MAX_PASSKEYS = 10;

export interface NewPasskey {
  id: string;
  friendlyName: string;
  createdAt: Date;
}

/** Registers a passkey, which signs in without a password or a second factor. */
@Injectable()
export class RegisterPasskey {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly mfa: MfaRequirement,
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly webauthn: WebAuthn,
    private readonly devices: Devices,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `insufficient_aal`, `too_many_passkeys`, `user_sso_managed`. */
  async createOptions(caller: AuthenticatedCaller): Promise<PasskeyChallenge> {
    const user = await this.users.findById(caller.userId);
    if (!user) throw new UserDeletedError();
    await this.assertAllowed(user, caller);
    const userName = user.email ?? user.phone ?? user.id;
    const options = await this.webauthn.registrationOptions(
      'passkey',
      { userId: user.id, userName, displayName: user.fullName || userName },
      await this.passkeys.findByUser(user.id),
    );
    return this.challenges.issue(user.id, options);
  }

  /** Throws what {@link createOptions} throws, the challenge errors, and errors for an invalid or already registered key. */
  async add(caller: AuthenticatedCaller, challengeId: string, response: unknown): Promise<NewPasskey> {
    const challenge = await this.challenges.consume(challengeId, caller.userId);
    const credential = await this.webauthn.verifyRegistration('passkey', challenge, response);
    if (!credential) throw new PasskeyRejectedError();
    return this.database.transaction(async () => {
      const user = await this.users.lockById(caller.userId);
      if (!user) throw new UserDeletedError();
      await this.assertAllowed(user, caller);
      return this.store(user, credential);
    });
  }

  private async store({ id: userId }: UserEntity, credential: RegisteredCredential): Promise<NewPasskey> {
    const now = this.clock.now();
    const id = uuid();
    const friendlyName = this.devices.describe(currentClient().userAgent) ?? 'Passkey';
    const passkey = { ...credential, id, userId, friendlyName, createdAt: now, updatedAt: now };
    if (!(await this.passkeys.insert(passkey))) throw new PasskeyExistsError();
    await this.outbox.emit(userPasskeyAdded, { userId });
    await this.audit.record({
      actorId: userId,
      action: 'passkey.added',
      subject: { type: 'user', id: userId },
      details: { passkeyId: id },
    });
    return { id, friendlyName, createdAt: now };
  }

  /** A passkey grants `aal2`, so a stolen password must not be enough to add one when the user has a second factor. */
  private async assertAllowed(user: UserEntity, caller: AuthenticatedCaller): Promise<void> {
    if (user.isSsoUser) {
      throw new DomainError(
        'invalid',
        'user_sso_managed',
        "This user's credentials are managed by their identity provider",
      );
    }
    await this.mfa.assertCompleted(user, caller, 'forbidden');
    if ((await this.passkeys.findByUser(user.id)).length >= MAX_PASSKEYS) throw new TooManyPasskeysError();
  }
}

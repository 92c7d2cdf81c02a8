import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { PasskeyCeremonies, type PasskeyChallenge } from './passkey-ceremonies.js';
import { TooManyPasskeysError } from './passkey-errors.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { UserPasskeys, type NewPasskey } from './user-passkeys.js';

const MAX_PASSKEYS = 10;

/** Registers a passkey, which signs in without a password or a second factor. */
@Injectable()
export class RegisterPasskey {
  constructor(
    private readonly signedInUser: SignedInUser,
    private readonly mfa: MfaRequirement,
    private readonly passkeys: PasskeysRepository,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly userPasskeys: UserPasskeys,
  ) {}

  /** Throws `insufficient_aal`, `too_many_passkeys`, `user_sso_managed`. */
  async createOptions(caller: AuthenticatedCaller): Promise<PasskeyChallenge> {
    const user = await this.signedInUser.find(caller.userId);
    await this.assertAllowed(user, caller);
    return this.ceremonies.startRegistration(user);
  }

  /** Throws what {@link createOptions} throws, the challenge errors, and errors for an invalid or already registered key. */
  async add(caller: AuthenticatedCaller, challengeId: string, response: unknown): Promise<NewPasskey> {
    const { userId } = caller;
    const credential = await this.ceremonies.verifyRegistration(userId, challengeId, response);
    return this.signedInUser.withLock(userId, async (user) => {
      await this.assertAllowed(user, caller);
      return this.userPasskeys.add(userId, credential);
    });
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

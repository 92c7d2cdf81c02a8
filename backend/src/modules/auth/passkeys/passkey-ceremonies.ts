import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RealClock } from '../../../platform/clock.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { WebAuthn, type CeremonyOptions, type RegisteredCredential } from '../webauthn/webauthn.port.js';
import {
  PasskeyChallengeExpiredError,
  PasskeyChallengeNotFoundError,
  PasskeyRejectedError,
} from './passkey-errors.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';

const CHALLENGE_SECONDS = 300;

export interface PasskeyChallenge {
  id: string;
  options: object;
  expiresAt: Date;
}

/**
 * WebAuthn ceremonies. A challenge is valid for one response, whether or not it is correct, so call the `verify…` methods outside a
 * transaction. They throw if the challenge is unknown, used or expired.
 */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly webauthn: WebAuthn,
    private readonly clock: RealClock,
  ) {}

  async startRegistration(user: UserEntity): Promise<PasskeyChallenge> {
    const userName = user.email ?? user.phone ?? user.id;
    const options = await this.webauthn.registrationOptions(
      'passkey',
      { userId: user.id, userName, displayName: user.fullName || userName },
      await this.passkeys.findByUser(user.id),
    );
    return this.issue(user.id, options);
  }

  async verifyRegistration(
    userId: string,
    challengeId: string,
    response: unknown,
  ): Promise<RegisteredCredential> {
    const challenge = await this.consume(challengeId, userId);
    const credential = await this.webauthn.verifyRegistration('passkey', challenge, response);
    if (!credential) throw new PasskeyRejectedError();
    return credential;
  }

  async startAuthentication(): Promise<PasskeyChallenge> {
    return this.issue(null, await this.webauthn.authenticationOptions('passkey'));
  }

  /** `passkey` is undefined if the response names an unknown one, `counter` (the new signature counter) if the signature is invalid. */
  async verifyAuthentication(
    challengeId: string,
    response: unknown,
  ): Promise<{ passkey: PasskeyEntity | undefined; counter: number | undefined }> {
    const challenge = await this.consume(challengeId, null);
    const passkey = await this.find(response);
    const counter =
      passkey && (await this.webauthn.verifyAuthentication('passkey', challenge, response, passkey));
    return { passkey, counter };
  }

  private async find(response: unknown): Promise<PasskeyEntity | undefined> {
    const claim = this.webauthn.claimedCredential(response);
    const passkey = claim && (await this.passkeys.findByCredential(claim.credentialId));
    const isMismatch = claim?.userId !== undefined && claim.userId !== passkey?.userId;
    return isMismatch ? undefined : (passkey ?? undefined);
  }

  /** `userId` is null for a sign-in, when the user is not known yet. */
  private async issue(
    userId: string | null,
    { options, challenge }: CeremonyOptions,
  ): Promise<PasskeyChallenge> {
    const id = uuid();
    const expiresAt = this.clock.in(CHALLENGE_SECONDS);
    await this.passkeys.insertChallenge({ id, userId, challenge, expiresAt });
    return { id, options, expiresAt };
  }

  private async consume(id: string, userId: string | null): Promise<string> {
    const found = await this.passkeys.consumeChallenge(id, userId);
    if (!found) throw new PasskeyChallengeNotFoundError();
    if (found.expiresAt <= this.clock.now()) throw new PasskeyChallengeExpiredError();
    return found.challenge;
  }
}

import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import type { SmsRequestedPayload } from '../core/events.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { OneTimeCodes } from '../one-time-tokens/one-time-codes.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { UsersRepository } from '../users/persistence/users.repository.js';

/** Counted from sending. Short, because text messages arrive almost immediately. */
const CODE_SECONDS = 60;

/** Codes sent by text message. Generated when the message is sent. */
@Injectable()
export class SmsCodes {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly factors: FactorsRepository,
    private readonly oneTimeCodes: OneTimeCodes,
    private readonly clock: RealClock,
  ) {}

  /**
   * Generates the code for a message that is about to be sent; earlier codes stay valid until they expire. Undefined if the user
   * has been deleted or no longer has the number.
   */
  async mint(requested: SmsRequestedPayload): Promise<string | undefined> {
    const user = await this.users.findById(requested.userId);
    if (!user) return undefined;
    const factors = requested.purpose === 'factor' ? await this.factors.findByUser(user) : [];
    const currentPhones = [user.phone, user.newPhone, ...factors.map(({ phone }) => phone)];
    if (!currentPhones.includes(requested.phone)) return undefined;
    const code = this.oneTimeCodes.create();
    await this.store(requested, code);
    return code;
  }

  /** The stored form of a code, bound to the user and the number. */
  hash({ userId, phone }: Pick<SmsRequestedPayload, 'userId' | 'phone'>, code: string): Buffer {
    return this.oneTimeCodes.hash(userId, phone, code);
  }

  /** The user must already have, or be setting, the number. */
  async store(requested: SmsRequestedPayload, code: string): Promise<void> {
    const { userId, phone, purpose, challengeId } = requested;
    const codeHash = this.hash(requested, code);
    if (purpose === 'factor') {
      if (challengeId !== undefined) await this.factors.setChallengeCode(challengeId, codeHash);
      return;
    }
    await this.tokens.insert({
      // The token needs a hash, but a text message has no link: this secret is never given out.
      tokenHash: hashSecret(newSecret()),
      userId,
      purpose,
      recipient: phone,
      flowId: null,
      codeHash,
      createdAt: this.clock.now(),
      expiresAt: this.clock.in(CODE_SECONDS),
    });
  }
}

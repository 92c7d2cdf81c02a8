import { sql } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CredentialStore } from '../core/credential-store.port.js';
import { FlowStateEntity } from '../pkce/flow-state.entity.js';
import { OneTimeTokenEntity } from './one-time-token.entity.js';
import { insertTokensOfUnconfirmed } from './one-time-tokens.queries.js';

export type NewOneTimeToken = Pick<
  OneTimeTokenEntity,
  'tokenHash' | 'userId' | 'purpose' | 'recipient' | 'flowId' | 'codeHash' | 'createdAt' | 'expiresAt'
>;

/** What a link to an unconfirmed user depends on. */
export interface UnconfirmedUser {
  userId: string;
  hasPassword: boolean;
  /** Normalized. */
  email: string | null;
}

/** Wrong guesses after which a code is void. */
const MAX_GUESSES = 5;

/** One-time tokens by their hash. Expired tokens are not returned. */
@Injectable()
export class OneTimeTokensRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  async insert(token: NewOneTimeToken): Promise<void> {
    await this.database.em.insert(OneTimeTokenEntity, token);
  }

  /** Stores the tokens of users whose email is unconfirmed, and returns these users. */
  async insertForUnconfirmed(
    tokens: readonly Pick<OneTimeTokenEntity, 'tokenHash' | 'userId' | 'recipient'>[],
    purpose: string,
    now: Date,
    expiresAt: Date,
  ): Promise<Map<string, UnconfirmedUser>> {
    const rows = await this.database.query<UnconfirmedUser>(
      insertTokensOfUnconfirmed(tokens, purpose, now, expiresAt),
    );
    return new Map(rows.map((user) => [user.userId, user]));
  }

  find(tokenHash: Buffer, purposes: readonly string[], now: Date): Promise<OneTimeTokenEntity | null> {
    return this.database.em.findOne(OneTimeTokenEntity, {
      tokenHash,
      purpose: { $in: [...purposes] },
      expiresAt: { $gt: now },
    });
  }

  /** Counts a guess against every open code of the user and purposes, and returns the token whose code matches, if any. */
  async checkCode(attempt: {
    userId: string;
    purposes: readonly string[];
    codeHash: Buffer;
    now: Date;
  }): Promise<OneTimeTokenEntity | undefined> {
    const guessed = await this.database.em
      .createQueryBuilder(OneTimeTokenEntity)
      .update({ guesses: sql`guesses + 1` })
      .where({
        userId: attempt.userId,
        purpose: { $in: [...attempt.purposes] },
        codeHash: { $ne: null },
        guesses: { $lt: MAX_GUESSES },
        expiresAt: { $gt: attempt.now },
      })
      .returning('*')
      .execute<OneTimeTokenEntity[]>('all');
    return guessed.find(({ codeHash }) => codeHash?.equals(attempt.codeHash));
  }

  /**
   * Deletes the token and all others of its user and purpose. For an email change, the tokens sent to the other mailbox stay valid.
   * False if the token was already used.
   */
  async consume({ tokenHash, userId, purpose, recipient }: OneTimeTokenEntity): Promise<boolean> {
    const { em } = this.database;
    if ((await em.nativeDelete(OneTimeTokenEntity, { tokenHash })) === 0) return false;
    const others = purpose === 'email_change' ? { userId, purpose, recipient } : { userId, purpose };
    await em.nativeDelete(OneTimeTokenEntity, others);
    return true;
  }

  async removeByPurpose(userId: string, purpose: string): Promise<void> {
    await this.database.em.nativeDelete(OneTimeTokenEntity, { userId, purpose });
  }

  /** The three users who most recently requested a change to this email or phone. */
  async findUsersChangingTo(
    recipient: string,
    purpose: 'email_change' | 'phone_change' = 'email_change',
  ): Promise<string[]> {
    const rows = await this.database.em
      .createQueryBuilder(OneTimeTokenEntity)
      .select('userId')
      .where({ purpose, recipient })
      .groupBy('userId')
      .orderBy({ [sql`max(created_at)`]: 'desc' })
      .limit(3)
      .execute<{ userId: string }[]>();
    return rows.map(({ userId }) => userId);
  }

  /** Includes PKCE codes that have not been exchanged yet. In one round trip. */
  override async removeAllForUser(userId: string): Promise<void> {
    const { em } = this.database;
    const deleteCodes = em.createQueryBuilder(FlowStateEntity).delete({ userId, codeHash: { $ne: null } });
    await em
      .createQueryBuilder(OneTimeTokenEntity)
      .with('codes', deleteCodes.toRaw())
      .delete({ userId })
      .execute();
  }
}

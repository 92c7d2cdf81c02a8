import { Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { GuaranteeRefundEntity } from './guarantee-refund.entity.js';

export interface Person {
  userId: string;
  /** Normalized. */
  email: string;
  cardFingerprint: string | null;
}

/** Who has used the money-back guarantee. */
@Injectable()
export class GuaranteeRefundsRepository {
  private readonly hashKey: KeyObject;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'guarantee refunds');
  }

  /** False if this account has used it, or its address or card had before this purchase. Requires a transaction. */
  async add(
    { userId, email, cardFingerprint }: Person,
    { id: subscriptionId, createdAt: purchasedAt }: Pick<SubscriptionEntity, 'id' | 'createdAt'>,
  ): Promise<boolean> {
    const { em } = this.database;
    await this.database.lock('guarantee refunds');
    const emailHash = this.hashEmail(email);
    const cardHash = this.hashCard(cardFingerprint);
    const earlier = await em.find(GuaranteeRefundEntity, {
      $or: [{ userId }, { emailHash }, ...(cardHash ? [{ cardHash }] : [])],
    });
    if (earlier.some((refund) => refund.userId === userId || refund.createdAt < purchasedAt)) return false;
    // Hashes are unique, and the oldest refund has them.
    const isEmailKnown = earlier.some((refund) => refund.emailHash === emailHash);
    const isCardKnown = earlier.some((refund) => refund.cardHash === cardHash);
    const added = em.create(GuaranteeRefundEntity, {
      userId,
      subscriptionId,
      emailHash: isEmailKnown ? keyedHash(this.hashKey, `account ${userId}`) : emailHash,
      cardHash: isCardKnown ? null : cardHash,
      createdAt: this.clock.now(),
    });
    await em.persist(added).flush();
    return true;
  }

  /** After a refund that failed. */
  async remove(userId: string, subscriptionId: string): Promise<void> {
    await this.database.em.nativeDelete(GuaranteeRefundEntity, { userId, subscriptionId });
  }

  /** `email` must be normalized. */
  hashEmail(email: string): string {
    return keyedHash(this.hashKey, `email ${email}`);
  }

  hashCard(fingerprint: string | null): string | null {
    return fingerprint && keyedHash(this.hashKey, `card ${fingerprint}`);
  }
}

import type { PaymentMethodView } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import { PaymentMethodEntity } from './payment-method.entity.js';
import type { ProviderCard } from './payment-methods.port.js';

/** Copies of customers' cards. */
@Injectable()
export class PaymentMethodsRepository {
  private readonly hashKey: KeyObject;

  constructor(
    private readonly database: Database,
    settings: Settings,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'card fingerprints');
  }

  /** Replaces the user's cards. Requires a transaction. */
  async replace(userId: string, cards: readonly ProviderCard[], defaultId: string | null): Promise<void> {
    const { em } = this.database;
    await this.database.lock(lockName(userId));
    const kept = cards.map(({ id }) => id);
    await em.nativeDelete(PaymentMethodEntity, { userId, providerPaymentMethodId: { $nin: kept } });
    for (const { id, fingerprint, brand, last4, expMonth, expYear, addedAt } of cards)
      await em.upsert(PaymentMethodEntity, {
        providerPaymentMethodId: id,
        userId,
        brand,
        last4,
        expMonth,
        expYear,
        fingerprintHash: fingerprint && this.hashFingerprint(fingerprint),
        isDefault: id === defaultId,
        addedAt,
      });
  }

  /** Newest first. Requires a transaction: serializes changes of the user's cards until it ends. */
  async lockByUser(userId: string): Promise<PaymentMethodEntity[]> {
    await this.database.lock(lockName(userId));
    return this.database.em.find(
      PaymentMethodEntity,
      { userId },
      { orderBy: { addedAt: 'desc' }, refresh: true },
    );
  }

  /** Newest first. */
  listByUser(userId: string): Promise<PaymentMethodEntity[]> {
    return this.database.em.find(PaymentMethodEntity, { userId }, { orderBy: { addedAt: 'desc' } });
  }

  /** Null if none of the customer's cards is the default one. */
  findDefaultByUser(userId: string): Promise<PaymentMethodEntity | null> {
    return this.database.em.findOne(PaymentMethodEntity, { userId, isDefault: true });
  }

  /** Like {@link findDefaultByUser}, as shown to the customer and to staff. */
  async viewDefaultByUser(userId: string): Promise<PaymentMethodView | null> {
    const card = await this.findDefaultByUser(userId);
    if (!card) return null;
    const { providerPaymentMethodId: id, brand, last4, expMonth, expYear } = card;
    return { id, brand, last4, expMonth, expYear };
  }

  async findOwner(providerPaymentMethodId: string): Promise<string | undefined> {
    const method = await this.database.em.findOne(PaymentMethodEntity, { providerPaymentMethodId });
    return method?.userId;
  }

  hashFingerprint(fingerprint: string): string {
    return keyedHash(this.hashKey, fingerprint);
  }
}

const lockName = (userId: string): string => `payment methods ${userId}`;

import type { PlanPrice, PaidPlan } from '@subscription-site/shared/plans';
import { LockMode, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { CheckoutStatus, PreparedBuyer } from '../domain/checkout.js';
import { CheckoutEntity } from './checkout.entity.js';
import type { Paid } from './paid.js';

/** Delay before reconciliation first checks an open checkout. */
const FIRST_CHECK_SECONDS = 120;
const MAX_UNCLAIMED = 500;

interface NewCheckout {
  id: string;
  planPrice: PlanPrice;
  ipHash: string;
}

/** Checkouts from open to their final status. Methods that take an entity require the transaction that has locked it. */
@Injectable()
export class CheckoutsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores a new open checkout; null if this cookie already has one. */
  add({ cookieHash, ...checkout }: NewCheckout & { cookieHash: string }): Promise<CheckoutEntity | null> {
    return this.insert(checkout, { cookieHash });
  }

  /** Stores a new open hosted checkout; null if the user already has one for this plan. */
  addHosted({ userId, ...checkout }: NewCheckout & { userId: string }): Promise<CheckoutEntity | null> {
    return this.insert(checkout, { userId, hosted: true });
  }

  private async insert(
    { id, planPrice: { plan, interval, amountCents }, ipHash }: NewCheckout,
    owner: { cookieHash: string } | { userId: string; hosted: true },
  ): Promise<CheckoutEntity | null> {
    const now = this.clock.now();
    const { affectedRows } = await this.database.em
      .createQueryBuilder(CheckoutEntity)
      .insert({
        id,
        plan,
        interval,
        amountCents,
        ipHash,
        ...owner,
        status: 'open',
        nextCheckAt: this.clock.in(FIRST_CHECK_SECONDS),
        createdAt: now,
        updatedAt: now,
      })
      .onConflict()
      .ignore()
      .execute('run');
    return affectedRows > 0 ? this.findById(id) : null;
  }

  findOpenByCookie(cookieHash: string): Promise<CheckoutEntity | null> {
    return this.database.em.findOne(CheckoutEntity, { cookieHash, status: 'open' });
  }

  /** Whether the cookie belongs to a checkout and has not been rotated. */
  async isCurrentCookie(cookieHash: string): Promise<boolean> {
    return (await this.database.em.count(CheckoutEntity, { cookieHash })) > 0;
  }

  findByIntent(paymentIntentId: string): Promise<CheckoutEntity | null> {
    return this.database.em.findOne(CheckoutEntity, { paymentIntentId });
  }

  findByHostedSession(hostedSessionId: string): Promise<CheckoutEntity | null> {
    return this.database.em.findOne(CheckoutEntity, { hostedSessionId });
  }

  findById(id: string): Promise<CheckoutEntity | null> {
    return this.database.em.findOne(CheckoutEntity, id);
  }

  /** Requires a transaction: locks the checkout until it ends. */
  lock(id: string): Promise<CheckoutEntity> {
    return this.database.em.findOneOrFail(CheckoutEntity, id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
  }

  /** Requires a transaction: prevents concurrent prepare calls for this email address until it ends. */
  lockBuyer(emailNormalized: string): Promise<void> {
    return this.database.lock(`checkout buyer ${emailNormalized}`);
  }

  /** Other open checkouts of the same buyer. */
  findOtherOpenByBuyer(id: string, emailNormalized: string): Promise<CheckoutEntity[]> {
    return this.database.em.find(CheckoutEntity, { emailNormalized, status: 'open', id: { $ne: id } });
  }

  findOpenByUser(userId: string): Promise<CheckoutEntity[]> {
    return this.database.em.find(CheckoutEntity, { userId, status: 'open' });
  }

  /** A user's open hosted checkouts for a plan. */
  findOpenHosted(userId: string, plan: PaidPlan): Promise<CheckoutEntity[]> {
    return this.database.em.find(
      CheckoutEntity,
      { userId, plan, status: 'open', $or: [{ hosted: true }, { hostedSessionId: { $ne: null } }] },
      { orderBy: { id: 'desc' } },
    );
  }

  /** The users among these who have ever started a checkout. */
  async usersAmong(userIds: readonly string[]): Promise<string[]> {
    const found = await this.database.em.find(
      CheckoutEntity,
      { userId: { $in: [...userIds] } },
      { fields: ['userId'] },
    );
    return found.map(({ userId }) => userId!);
  }

  /** The payment intent or hosted session of each checkout, by checkout ID. */
  async findPaymentIds(checkoutIds: readonly string[]): Promise<Map<string, string>> {
    const found = await this.database.em.find(
      CheckoutEntity,
      { id: { $in: [...checkoutIds] } },
      { fields: ['paymentIntentId', 'hostedSessionId'] },
    );
    return new Map(found.map((checkout) => [checkout.id, getPaymentId(checkout)]));
  }

  /** False if the checkout was closed in the meantime or has another intent. */
  async setPaymentIntent(id: string, paymentIntentId: string): Promise<boolean> {
    const updated = await this.database.em.nativeUpdate(
      CheckoutEntity,
      { id, status: 'open', $or: [{ paymentIntentId: null }, { paymentIntentId }] },
      { paymentIntentId, updatedAt: this.clock.now() },
    );
    return updated > 0;
  }

  /** False if the checkout was closed in the meantime or has another session. */
  async setHostedSession(id: string, hostedSessionId: string): Promise<boolean> {
    const updated = await this.database.em.nativeUpdate(
      CheckoutEntity,
      { id, status: 'open', $or: [{ hostedSessionId: null }, { hostedSessionId }] },
      { hostedSessionId, updatedAt: this.clock.now() },
    );
    return updated > 0;
  }

  /** Closes an open checkout. False if it is no longer open, or got an intent or session since it was read. */
  async cancel({ id, paymentIntentId, hostedSessionId }: CheckoutEntity): Promise<boolean> {
    const updated = await this.database.em.nativeUpdate(
      CheckoutEntity,
      { id, status: 'open', paymentIntentId, hostedSessionId },
      { status: 'canceled', passwordHash: null, updatedAt: this.clock.now() },
    );
    return updated > 0;
  }

  /** The next attempt at the provider uses a new idempotency key. */
  async countIntentAttempt(id: string): Promise<void> {
    await this.database.em.nativeUpdate(
      CheckoutEntity,
      { id, paymentIntentId: null, hostedSessionId: null },
      { intentAttempt: raw('intent_attempt + 1') },
    );
  }

  async countPasswordAttempt(id: string): Promise<void> {
    await this.database.em.nativeUpdate(
      CheckoutEntity,
      { id },
      { passwordAttempts: raw('password_attempts + 1') },
    );
  }

  /** Counts a declined charge and returns the total. Requires a transaction. */
  async countDecline(id: string): Promise<number> {
    const checkout = await this.lock(id);
    checkout.declines += 1;
    checkout.updatedAt = this.clock.now();
    return checkout.declines;
  }

  prepare(checkout: CheckoutEntity, { signedIn, ...buyer }: PreparedBuyer): void {
    const now = this.clock.now();
    Object.assign(checkout, buyer, { preparedSignedIn: signedIn, preparedAt: now, updatedAt: now });
  }

  /** Resets the checkout to unprepared. */
  discardPrepared(checkout: CheckoutEntity): void {
    Object.assign(checkout, {
      email: null,
      emailNormalized: null,
      fullName: null,
      passwordHash: null,
      userId: null,
      termsVersion: null,
      termsAcceptedAt: null,
      preparedAt: null,
      preparedSignedIn: false,
      updatedAt: this.clock.now(),
    } satisfies Partial<CheckoutEntity>);
  }

  markPaid(checkout: CheckoutEntity, { amountCents, currency }: Paid): void {
    checkout.updatedAt = this.clock.now();
    checkout.paidAt ??= checkout.updatedAt;
    checkout.paidCents = amountCents;
    checkout.paidCurrency = currency;
  }

  /** Sets the final status and deletes data that is no longer needed. */
  finish(
    checkout: CheckoutEntity,
    status: CheckoutStatus,
    { userId, subscriptionId }: { userId?: string | null; subscriptionId?: string } = {},
  ): void {
    checkout.status = status;
    checkout.userId = userId ?? checkout.userId;
    checkout.subscriptionId = subscriptionId ?? checkout.subscriptionId;
    checkout.passwordHash = null;
    checkout.ipHash = null;
    checkout.updatedAt = this.clock.now();
  }

  listUnclaimed(): Promise<CheckoutEntity[]> {
    return this.database.em.find(
      CheckoutEntity,
      { status: 'unclaimed' },
      { orderBy: { paidAt: 'asc' }, limit: MAX_UNCLAIMED },
    );
  }

  async countNeedingAttention(): Promise<{ unclaimed: number; needsReview: number; refundDue: number }> {
    const statuses: CheckoutStatus[] = ['unclaimed', 'needs_review', 'refund_due'];
    const counts = await this.database.em.countBy(CheckoutEntity, 'status', {
      where: { status: { $in: statuses } },
    });
    const [unclaimed = 0, needsReview = 0, refundDue = 0] = statuses.map((status) => counts[status]);
    return { unclaimed, needsReview, refundDue };
  }
}

/** The payment intent or hosted session of a checkout that has been paid. */
export function getPaymentId({
  paymentIntentId,
  hostedSessionId,
}: Pick<CheckoutEntity, 'paymentIntentId' | 'hostedSessionId'>): string {
  return (paymentIntentId ?? hostedSessionId)!;
}

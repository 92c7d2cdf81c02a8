import type { PlanPrice, PaidPlan } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { Checkout, CheckoutStatus, PreparedBuyer } from '../domain/checkout.js';

const COLUMNS = `id, plan, billing_interval as "interval", amount_cents as "amountCents", status,
  payment_intent_id as "paymentIntentId", intent_attempt as "intentAttempt", hosted_session_id as "hostedSessionId",
  cookie_hash as "cookieHash", ip_hash as "ipHash", user_id as "userId", prepared_at as "preparedAt",
  prepared_signed_in as "preparedSignedIn", email, email_normalized as "emailNormalized",
  full_name as "fullName", password_hash as "passwordHash", terms_version as "termsVersion",
  terms_accepted_at as "termsAcceptedAt", password_attempts as "passwordAttempts", declines, paid_at as "paidAt",
  review_cause as "reviewCause", subscription_id as "subscriptionId", created_at as "createdAt"`;

const delayAfter = (failures: string): string =>
  `least(interval '6 hours', interval '1 minute' * 2 ^ least(${failures}, 10))`;

/** Delay before reconciliation first checks an open checkout. */
const FIRST_CHECK_SECONDS = 120;

@Injectable()
export class CheckoutsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores a new open checkout; undefined if this cookie already has one. */
  add(checkout: {
    id: string;
    planPrice: PlanPrice;
    cookieHash: string;
    ipHash: string;
  }): Promise<Checkout | undefined> {
    return this.insert({ ...checkout, userId: null });
  }

  /** Stores a new open hosted checkout; undefined if the user already has one for this plan. */
  addHosted(checkout: {
    id: string;
    planPrice: PlanPrice;
    userId: string;
    ipHash: string;
  }): Promise<Checkout | undefined> {
    return this.insert({ ...checkout, cookieHash: null });
  }

  private insert(checkout: {
    id: string;
    planPrice: PlanPrice;
    cookieHash: string | null;
    ipHash: string;
    userId: string | null;
  }): Promise<Checkout | undefined> {
    const { id, planPrice, cookieHash, ipHash, userId } = checkout;
    return this.one(
      `insert into checkouts (id, plan, billing_interval, amount_cents, status, cookie_hash, ip_hash, user_id, hosted,
         next_check_at, created_at, updated_at)
       values ($1, $2, $3, $4, 'open', $5, $6, $7::uuid, $7::uuid is not null, $8, $9, $9)
       on conflict do nothing returning ${COLUMNS}`,
      [
        id,
        planPrice.plan,
        planPrice.interval,
        planPrice.amountCents,
        cookieHash,
        ipHash,
        userId,
        this.clock.in(FIRST_CHECK_SECONDS),
        this.clock.now(),
      ],
    );
  }

  findOpenByCookie(cookieHash: string): Promise<Checkout | undefined> {
    return this.one(
      `select ${COLUMNS} from checkouts where cookie_hash = $1 and status = 'open'`,
      [cookieHash],
      'checkout-cookie',
    );
  }

  /** Whether the cookie belongs to a checkout and has not been rotated. */
  async isCurrentCookie(cookieHash: string): Promise<boolean> {
    const rows = await this.database.query({
      name: 'checkout-cookie-current',
      text: 'select 1 from checkouts where cookie_hash = $1 limit 1',
      values: [cookieHash],
    });
    return rows.length > 0;
  }

  findByIntent(paymentIntentId: string): Promise<Checkout | undefined> {
    return this.one(
      `select ${COLUMNS} from checkouts where payment_intent_id = $1`,
      [paymentIntentId],
      'checkout-intent',
    );
  }

  findByHostedSession(sessionId: string): Promise<Checkout | undefined> {
    return this.one(`select ${COLUMNS} from checkouts where hosted_session_id = $1`, [sessionId]);
  }

  findById(id: string): Promise<Checkout | undefined> {
    return this.one(`select ${COLUMNS} from checkouts where id = $1`, [id]);
  }

  /** Requires a transaction: locks the checkout until it ends. */
  async lock(id: string): Promise<Checkout> {
    return (await this.one(`select ${COLUMNS} from checkouts where id = $1 for update`, [id]))!;
  }

  /** Requires a transaction: prevents concurrent prepare calls for this email address until it ends. */
  async lockBuyer(emailNormalized: string): Promise<void> {
    await this.run(`select pg_advisory_xact_lock(hashtextextended('checkout buyer ' || $1, 0))`, [
      emailNormalized,
    ]);
  }

  /** Other open checkouts of the same buyer. */
  findOtherOpenOfBuyer(id: string, emailNormalized: string): Promise<Checkout[]> {
    return this.database.query<Checkout>({
      text: `select ${COLUMNS} from checkouts where email_normalized = $2 and status = 'open' and id <> $1`,
      values: [id, emailNormalized],
    });
  }

  findOpenOf(userId: string): Promise<Checkout[]> {
    return this.database.query<Checkout>({
      text: `select ${COLUMNS} from checkouts where user_id = $1 and status = 'open'`,
      values: [userId],
    });
  }

  /** A user's open hosted checkouts for a plan. */
  findOpenHosted(userId: string, plan: PaidPlan): Promise<Checkout[]> {
    return this.database.query<Checkout>({
      text: `select ${COLUMNS} from checkouts
             where user_id = $1 and plan = $2 and status = 'open' and (hosted or hosted_session_id is not null) order by id desc`,
      values: [userId, plan],
    });
  }

  /** Email addresses that a user has used in checkouts. */
  async emailsOf(userId: string): Promise<string[]> {
    const rows = await this.database.query<{ email: string }>({
      text: 'select distinct email from checkouts where user_id = $1 and email is not null',
      values: [userId],
    });
    return rows.map(({ email }) => email);
  }

  /** Claims open checkouts that are due for a check, longest due first. The delay until the next check grows with their age. */
  claimForCheck(limit: number): Promise<Checkout[]> {
    return this.database.query<Checkout>({
      text: `update checkouts set next_check_at = $1 + least(interval '6 hours', greatest(interval '2 minutes', $1 - created_at))
             where id in (select id from checkouts where status = 'open' and next_check_at <= $1
                          order by next_check_at limit $2 for update skip locked) returning ${COLUMNS}`,
      values: [this.clock.now(), limit],
    });
  }

  /** False if the checkout was closed in the meantime or has another intent. */
  setPaymentIntent(id: string, paymentIntentId: string): Promise<boolean> {
    return this.changed(
      `update checkouts set payment_intent_id = $2, updated_at = $3
       where id = $1 and status = 'open' and coalesce(payment_intent_id, $2) = $2 returning 1`,
      [id, paymentIntentId, this.clock.now()],
    );
  }

  /** Claims open checkouts older than this that are due to be closed, longest due first. Each is due again after an hour. */
  claimForClosing(olderThanSeconds: number, limit: number): Promise<Checkout[]> {
    return this.database.query<Checkout>({
      text: `update checkouts set next_close_at = $1 + interval '1 hour'
             where id in (select id from checkouts
                          where status = 'open' and created_at < $2 and coalesce(next_close_at, created_at) <= $1
                          order by coalesce(next_close_at, created_at) limit $3 for update skip locked)
             returning ${COLUMNS}`,
      values: [this.clock.now(), this.clock.in(-olderThanSeconds), limit],
    });
  }

  /** Records a failed check. The delay until the next one doubles with every failure, up to six hours. */
  async countCheckFailure(id: string, reason: string): Promise<void> {
    await this.run(
      `update checkouts set check_failures = check_failures + 1, last_error = $2,
         next_check_at = $3::timestamptz + ${delayAfter('check_failures')} where id = $1`,
      [id, reason, this.clock.now()],
    );
  }

  async clearCheckFailures(id: string): Promise<void> {
    await this.run(
      'update checkouts set check_failures = 0, last_error = null where id = $1 and check_failures > 0',
      [id],
    );
  }

  /** Records a failure to close the checkout at the provider. The delay until the next attempt grows in the same way. */
  async countCloseFailure(id: string, reason: string): Promise<void> {
    await this.run(
      `update checkouts set close_failures = close_failures + 1, last_error = $2,
         next_close_at = $3::timestamptz + ${delayAfter('close_failures')} where id = $1`,
      [id, reason, this.clock.now()],
    );
  }

  /** False if the checkout was closed in the meantime or has another session. */
  setHostedSession(id: string, sessionId: string): Promise<boolean> {
    return this.changed(
      `update checkouts set hosted_session_id = $2, updated_at = $3
       where id = $1 and status = 'open' and coalesce(hosted_session_id, $2) = $2 returning 1`,
      [id, sessionId, this.clock.now()],
    );
  }

  /** Closes an open checkout. False if it is no longer open, or got an intent or session since it was read. */
  cancel({ id, paymentIntentId, hostedSessionId }: Checkout): Promise<boolean> {
    return this.changed(
      `update checkouts set status = 'canceled', password_hash = null, updated_at = $4
       where id = $1 and status = 'open' and payment_intent_id is not distinct from $2
         and hosted_session_id is not distinct from $3 returning 1`,
      [id, paymentIntentId, hostedSessionId, this.clock.now()],
    );
  }

  /** The next attempt at the provider uses a new idempotency key. */
  async countIntentAttempt(id: string): Promise<void> {
    await this.run(
      `update checkouts set intent_attempt = intent_attempt + 1
       where id = $1 and payment_intent_id is null and hosted_session_id is null`,
      [id],
    );
  }

  async countPasswordAttempt(id: string): Promise<void> {
    await this.run('update checkouts set password_attempts = password_attempts + 1 where id = $1', [id]);
  }

  async prepare(id: string, buyer: PreparedBuyer): Promise<void> {
    await this.run(
      `update checkouts set email = $2, email_normalized = $3, full_name = $4, password_hash = $5, user_id = $6,
         terms_version = $7, terms_accepted_at = $8, prepared_at = $9, updated_at = $9, prepared_signed_in = $10,
         cookie_hash = $11, ip_hash = $12 where id = $1`,
      [
        id,
        buyer.email,
        buyer.emailNormalized,
        buyer.fullName,
        buyer.passwordHash,
        buyer.userId,
        buyer.termsVersion,
        buyer.termsAcceptedAt,
        this.clock.now(),
        buyer.signedIn,
        buyer.cookieHash,
        buyer.ipHash,
      ],
    );
  }

  /** Resets the checkout to unprepared. */
  async discardPrepared(id: string): Promise<Checkout> {
    const discarded = await this.one(
      `update checkouts set email = null, email_normalized = null, full_name = null, password_hash = null, user_id = null,
         terms_version = null, terms_accepted_at = null, prepared_at = null, prepared_signed_in = false, updated_at = $2
       where id = $1 returning ${COLUMNS}`,
      [id, this.clock.now()],
    );
    return discarded!;
  }

  async markPaid(id: string): Promise<void> {
    await this.run('update checkouts set paid_at = coalesce(paid_at, $2), updated_at = $2 where id = $1', [
      id,
      this.clock.now(),
    ]);
  }

  /** Sets the final status and deletes data that is no longer needed. */
  async finish(
    id: string,
    status: CheckoutStatus,
    result: { userId?: string | null; subscriptionId?: string } = {},
  ): Promise<void> {
    await this.run(
      `update checkouts set status = $2, user_id = coalesce($3, user_id), subscription_id = coalesce($4, subscription_id),
         password_hash = null, ip_hash = null, updated_at = $5 where id = $1`,
      [id, status, result.userId ?? null, result.subscriptionId ?? null, this.clock.now()],
    );
  }

  /** Counts a declined charge and returns the total. */
  async countDecline(id: string): Promise<number> {
    const rows = await this.database.query<{ declines: number }>({
      text: 'update checkouts set declines = declines + 1, updated_at = $2 where id = $1 returning declines',
      values: [id, this.clock.now()],
    });
    return rows[0]?.declines ?? 0;
  }

  /** Includes checkouts that cannot be closed at the provider. */
  async deletePasswordHashesOlderThan(seconds: number): Promise<void> {
    await this.run(
      `update checkouts set password_hash = null where status = 'open' and created_at < $1 and password_hash is not null`,
      [this.clock.in(-seconds)],
    );
  }

  /** Deletes the buyer's data from unpaid checkouts. */
  async deleteBuyersOfUnpaidOlderThan(seconds: number): Promise<void> {
    await this.run(
      `update checkouts set email = null, email_normalized = null, full_name = null, password_hash = null, ip_hash = null
       where status = 'canceled' and created_at < $1 and (email is not null or full_name is not null or ip_hash is not null)`,
      [this.clock.in(-seconds)],
    );
  }

  listUnclaimed(): Promise<
    { checkoutId: string; paymentIntentId: string; amountCents: number; paidAt: Date }[]
  > {
    return this.database.query({
      text: `select id as "checkoutId", payment_intent_id as "paymentIntentId", amount_cents as "amountCents", paid_at as "paidAt"
             from checkouts where status = 'unclaimed' order by paid_at limit 500`,
    });
  }

  /** The users among these who have ever started a checkout. */
  async usersAmong(userIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: 'select distinct user_id as id from checkouts where user_id = any ($1::uuid[])',
      values: [userIds],
    });
    return rows.map(({ id }) => id);
  }

  /** The payment intent or hosted session of each checkout, by checkout ID. */
  async paymentIdsOf(checkoutIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; paymentId: string }>({
      text: `select id, coalesce(payment_intent_id, hosted_session_id) as "paymentId"
             from checkouts where id = any ($1::uuid[])`,
      values: [checkoutIds],
    });
    return new Map(rows.map(({ id, paymentId }) => [id, paymentId]));
  }

  async countNeedingAttention(): Promise<{ unclaimed: number; needsReview: number; refundDue: number }> {
    const [row] = await this.database.query<{ unclaimed: number; needsReview: number; refundDue: number }>({
      text: `select count(*) filter (where status = 'unclaimed')::int as unclaimed,
                    count(*) filter (where status = 'needs_review')::int as "needsReview",
                    count(*) filter (where status = 'refund_due')::int as "refundDue"
             from checkouts where status in ('unclaimed', 'needs_review', 'refund_due')`,
    });
    return row!;
  }

  private async one(text: string, values: unknown[], name?: string): Promise<Checkout | undefined> {
    return (await this.database.query<Checkout>({ name, text, values }))[0];
  }

  private async changed(text: string, values: unknown[]): Promise<boolean> {
    return (await this.database.query({ text, values })).length > 0;
  }

  private async run(text: string, values: unknown[]): Promise<void> {
    await this.database.query({ text, values });
  }
}

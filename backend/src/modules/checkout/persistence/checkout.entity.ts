import type { ReviewCause } from '@subscription-site/shared/contracts';
import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const CheckoutSchema = defineEntity({
  name: 'Checkout',
  tableName: 'checkouts',
  properties: {
    id: p.uuid().primary(),
    plan: p.text().$type<PaidPlan>(),
    interval: p.text().$type<BillingInterval>().fieldName('billing_interval'),
    amountCents: p.integer(),
    status: p.enum([
      'open',
      'provisioned',
      'unclaimed',
      'needs_review',
      'refund_due',
      'refunded',
      'canceled',
    ]),
    paymentIntentId: p.text().strictNullable().unique(),
    /** Part of the idempotency key at the provider, so that a retry does not get the stored failure again. */
    intentAttempt: p.integer().default(0),
    hostedSessionId: p.text().strictNullable().unique(),
    /** Of the browser's checkout cookie; rotated by prepare. Null for a hosted checkout. */
    cookieHash: p.text().strictNullable(),
    /** The user that gets the plan; null until prepared by an existing user, or provisioned. */
    userId: p.uuid().strictNullable(),
    preparedAt: timestamp().strictNullable(),
    /** As typed. */
    email: p.text().strictNullable(),
    emailNormalized: p.text().strictNullable(),
    fullName: p.text().strictNullable(),
    /** For a new user; deleted when the checkout ends, or after a day. */
    passwordHash: p.text().strictNullable(),
    termsVersion: p.text().strictNullable(),
    termsAcceptedAt: timestamp().strictNullable(),
    passwordAttempts: p.integer().default(0),
    declines: p.integer().default(0),
    paidAt: timestamp().strictNullable(),
    /** What was paid, in the smallest unit of `paidCurrency`. It can differ from `amountCents`, which was due. */
    paidCents: p.integer().strictNullable(),
    paidCurrency: p.text().strictNullable(),
    subscriptionId: p.uuid().strictNullable(),
    /** When reconciliation next asks the provider about it. */
    nextCheckAt: timestamp().defaultRaw(`now()`),
    /** The buyer was signed in when the checkout was prepared. */
    preparedSignedIn: p.boolean().default(false),
    /** Keyed hash of the address that prepared the checkout; until then, of the one that opened it. */
    ipHash: p.text().strictNullable(),
    /** Paid on the provider's hosted page. */
    hosted: p.boolean().default(false),
    checkFailures: p.integer().default(0),
    closeFailures: p.integer().default(0),
    /** Next attempt to close it; null before the first. */
    nextCloseAt: timestamp().strictNullable(),
    reviewCause: p.text().$type<ReviewCause>().strictNullable(),
    reviewDetails: p.text().strictNullable(),
    reviewDueAt: timestamp().strictNullable(),
    refundFailures: p.integer().default(0),
    /** Of the last failed check, closing or refund. */
    lastError: p.text().strictNullable(),
    createdAt: timestamp().index('checkouts_created'),
    updatedAt: timestamp(),
  },
  indexes: [
    {
      name: 'checkouts_cookie',
      where: 'cookie_hash IS NOT NULL',
      properties: ['cookieHash'],
    },
    {
      name: 'checkouts_needing_attention',
      where: "status = ANY (ARRAY['unclaimed'::text, 'needs_review'::text, 'refund_due'::text])",
      properties: ['status', 'paidAt'],
    },
    {
      name: 'checkouts_next_check',
      where: "status = 'open'::text",
      properties: ['nextCheckAt'],
    },
    {
      name: 'checkouts_next_close',
      expression:
        "create index checkouts_next_close on checkouts USING btree (COALESCE(next_close_at, created_at)) WHERE (status = 'open'::text)",
    },
    {
      name: 'checkouts_open_account',
      where: "(status = 'open'::text) AND (user_id IS NOT NULL)",
      properties: ['userId'],
    },
    {
      name: 'checkouts_open_email',
      where: "(status = 'open'::text) AND (email_normalized IS NOT NULL)",
      properties: ['emailNormalized'],
    },
    {
      name: 'checkouts_review_cookie',
      where: "status = 'needs_review'::text",
      properties: ['cookieHash'],
    },
    {
      name: 'checkouts_user',
      where: 'user_id IS NOT NULL',
      properties: ['userId'],
    },
  ],
  uniques: [
    {
      name: 'checkouts_open_cookie',
      where: "(status = 'open'::text) AND (cookie_hash IS NOT NULL)",
      properties: ['cookieHash'],
    },
    {
      name: 'checkouts_open_hosted',
      where: "(status = 'open'::text) AND hosted",
      properties: ['userId', 'plan'],
    },
  ],
});

/** A purchase in progress. Change its status only while the row is locked, or with a guarded update. */
export class CheckoutEntity extends CheckoutSchema.class {}
CheckoutSchema.setClass(CheckoutEntity);

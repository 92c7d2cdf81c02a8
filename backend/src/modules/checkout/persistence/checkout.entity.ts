import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const CheckoutSchema = defineEntity({
  name: 'Checkout',
  tableName: 'checkouts',
  properties: {
    id: p.uuid().primary(),
    plan: p.text(),
    billingInterval: p.text(),
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
    paymentIntentId: p.text().nullable().unique(),
    intentAttempt: p.integer().default(0),
    hostedSessionId: p.text().nullable().unique(),
    cookieHash: p.text().nullable(),
    userId: p.uuid().nullable(),
    preparedAt: timestamp().nullable(),
    email: p.text().nullable(),
    emailNormalized: p.text().nullable(),
    fullName: p.text().nullable(),
    passwordHash: p.text().nullable(),
    termsVersion: p.text().nullable(),
    termsAcceptedAt: timestamp().nullable(),
    passwordAttempts: p.integer().default(0),
    declines: p.integer().default(0),
    paidAt: timestamp().nullable(),
    subscriptionId: p.uuid().nullable(),
    nextCheckAt: timestamp().defaultRaw(`now()`),
    preparedSignedIn: p.boolean().default(false),
    ipHash: p.text().nullable(),
    hosted: p.boolean().default(false),
    checkFailures: p.integer().default(0),
    closeFailures: p.integer().default(0),
    nextCloseAt: timestamp().nullable(),
    reviewCause: p.text().nullable(),
    reviewDetails: p.text().nullable(),
    reviewDueAt: timestamp().nullable(),
    refundFailures: p.integer().default(0),
    lastError: p.text().nullable(),
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

export class CheckoutEntity extends CheckoutSchema.class {}
CheckoutSchema.setClass(CheckoutEntity);

import { balanceRoutes } from './balance.ts';
import { chargeRoutes } from './charges.ts';
import { checkoutSessionRoutes } from './checkout-sessions.ts';
import { couponRoutes } from './coupons.ts';
import { creditNoteRoutes } from './credit-notes.ts';
import { customerBalanceRoutes } from './customer-balance.ts';
import { customerRoutes } from './customers.ts';
import { disputeRoutes } from './disputes.ts';
import { eventRoutes } from './events.ts';
import { invoicePaymentRoutes } from './invoice-payments.ts';
import { invoicePreviewRoutes } from './invoice-preview.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { refundRoutes } from './refunds.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { subscriptionScheduleRoutes } from './subscriptions/subscription-schedules.ts';
import { subscriptionResumeRoutes } from './subscriptions/subscription-resume.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.ts';
import { tokenRoutes } from './tokens.ts';
import type { Route } from '../http/route.ts';

/** All routes of the API. */
export const apiRoutes: readonly Route[] = [
  ...balanceRoutes,
  ...chargeRoutes,
  ...checkoutSessionRoutes,
  ...couponRoutes,
  ...creditNoteRoutes,
  ...customerRoutes,
  ...customerBalanceRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...invoicePaymentRoutes,
  ...invoicePreviewRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...subscriptionResumeRoutes,
  ...subscriptionRoutes,
  ...subscriptionScheduleRoutes,
  ...tokenRoutes,
];

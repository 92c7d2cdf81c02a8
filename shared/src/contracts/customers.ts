import type { BillingInterval, PaidPlan } from '../plans.js';
import type { CreditNote, PaymentMethodView } from './billing.js';
import type { SubscriptionStatus } from './subscriptions.js';

/** A customer in a search result. */
export interface StaffCustomerSummary {
  id: string;
  /** Empty if they signed up by phone or were deleted. */
  email: string;
  name: string;
  /** Null if they were deleted. */
  createdAt: string | null;
  deleted: boolean;
}

/** Whether and how a customer can sign in. */
export interface StaffAccount {
  createdAt: string;
  emailConfirmedAt: string | null;
  lastSignInAt: string | null;
  /** Types of the verified second factors, each once. */
  secondFactors: ('totp' | 'webauthn' | 'phone')[];
}

/** A customer with everything staff need to decide about refunds and cancellations. */
export interface StaffCustomer {
  id: string;
  /** Empty if they signed up by phone or were deleted. */
  email: string;
  name: string;
  deleted: boolean;
  /** Null if they were deleted. */
  account: StaffAccount | null;
  /** When the account will be deleted at the customer's request. */
  deletionAt: string | null;
  /** The default card. */
  paymentMethod: PaymentMethodView | null;
  subscriptions: StaffSubscription[];
  payments: StaffPayment[];
}

export interface StaffSubscription {
  id: string;
  providerSubscriptionId: string | null;
  plan: PaidPlan;
  interval: BillingInterval;
  status: SubscriptionStatus;
  disputed: boolean;
  amountCents: number;
  currency: string;
  currentPeriodEnd: string;
  /** The plan that it changes to at the end of the period. */
  pendingChange: StaffPlanChange | null;
  cancelAt: string | null;
  endedAt: string | null;
  createdAt: string;
}

export interface StaffPlanChange {
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
  effectiveAt: string;
}

export interface StaffPayment {
  invoiceId: string;
  /** The invoice number. Null for drafts. */
  number: string | null;
  /** Id of the payment intent; null if there was nothing to pay. */
  paymentId: string | null;
  providerSubscriptionId: string;
  status: string;
  amountDueCents: number;
  amountPaidCents: number;
  refundedCents: number;
  /** Issued for refunds, oldest first. */
  creditNotes: CreditNote[];
  disputeStatus: string | null;
  currency: string;
  issuedAt: string;
}

export interface StaffCancellationRequest {
  atPeriodEnd: boolean;
  reason: string;
}

/** `PUT /api/admin/v1/customers/{id}/email`. */
export interface ReplaceEmailRequest {
  email: string;
  reason: string;
}

export interface RefundPaymentRequest {
  /** Default: everything not refunded yet. */
  amountCents?: number;
  endSubscription: boolean;
  reason: string;
}

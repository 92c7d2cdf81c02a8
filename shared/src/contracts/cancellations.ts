import type { PaidPlan } from '../plans.js';
import type { PaymentMethodView } from './billing.js';

export interface ScheduledCancellation {
  cancelAt: string;
}

export const CANCELLATION_REASONS = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'low_quality',
  'too_complex',
  'other',
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];
export interface CancellationFeedback {
  reason: CancellationReason;
  comment?: string;
}

/** `submit-cancellation`: `cancel` ends a contract, `withdraw` withdraws from it. */
export const CANCELLATION_KINDS = ['cancel', 'withdraw'] as const;
export type CancellationKind = (typeof CANCELLATION_KINDS)[number];
/** For names and descriptions of the contract. */
export const MAX_CANCELLATION_TEXT_LENGTH = 200;
export const MAX_CANCELLATION_REASON_LENGTH = 2000;
export interface SubmitCancellationRequest {
  kind: CancellationKind;
  name: string;
  email: string;
  contract?: string;
  /** For a cancellation for good cause. */
  reason?: string;
  /** `YYYY-MM-DD`; as soon as possible if absent. */
  effective?: string;
}

export interface SubmitCancellationResponse {
  reference: string;
  receivedAt: string;
}

/** From the link in the receipt. */
export interface CancellationLink {
  reference: string;
  token: string;
}

/** `undo`: keep the plan. `refund`: refund and end it. `end`: end it now, although a payment is overdue. */
export const CANCELLATION_ACTIONS = ['undo', 'refund', 'end'] as const;
export type CancellationAction = (typeof CANCELLATION_ACTIONS)[number];
export interface ManageCancellationRequest extends CancellationLink {
  action: CancellationAction;
}

/** A refund that can be confirmed. */
export interface RefundPreview {
  amountCents: number;
  currency: string;
  /** Null if it wasn't paid by card, or by more than one. */
  card: Pick<PaymentMethodView, 'brand' | 'last4'> | null;
}

export interface ManagedCancellation {
  kind: CancellationKind;
  reference: string;
  receivedAt: string;
  plan: PaidPlan;
  /** Current state of the plan. */
  state: 'active' | 'ending' | 'ended';
  /** Whether the plan ended with a refund. */
  refunded: boolean;
  endsAt: string | null;
  /** When the account will be deleted; the plan can't be kept unless its owner undoes that. */
  deletionAt: string | null;
  actions: CancellationAction[];
  /** What `refund` returns; null if it is not possible, or the payment provider is unavailable. */
  refund: RefundPreview | null;
}

/**
 * The result of a submission. `confirmation_needed`: a payment is overdue, so ending the plan can't be undone. `later_date`: the plan
 * should end after the current period, so staff decide. `unmatched`: no account has this address.
 */
export const CANCELLATION_OUTCOMES = [
  'scheduled',
  'already_ending',
  'confirmation_needed',
  'later_date',
  'no_subscription',
  'unmatched',
] as const;
export type CancellationOutcome = (typeof CANCELLATION_OUTCOMES)[number];
export interface CancellationSubmissionItem {
  id: string;
  reference: string;
  kind: CancellationKind;
  /** Personal data is null once erased. */
  name: string | null;
  email: string | null;
  contract: string | null;
  reason: string | null;
  /** `YYYY-MM-DD`. */
  effective: string | null;
  /** Null until processed. */
  outcome: CancellationOutcome | null;
  /** Whether the refund, or the end of the plan, can still be confirmed with the link in the receipt. */
  waiting: boolean;
  userId: string | null;
  /** As stated in the receipt. */
  endsAt: string | null;
  /** When the plan ended; null if it hasn't. */
  endedAt: string | null;
  /** Whether the plan ended with a refund. */
  refunded: boolean;
  receivedAt: string;
  confirmedAt: string | null;
  undoneAt: string | null;
}

export interface CancellationSubmissionFilter {
  /** A reference, or an email address or the beginning of one. */
  search?: string;
  outcome?: CancellationOutcome;
  /** Only those that wait for a confirmation. */
  waiting?: 'true';
}

export interface CancellationSubmissionList {
  items: CancellationSubmissionItem[];
  nextCursor: string | null;
}

/** A deleted account whose subscriptions could not be canceled at the payment provider. Charges may continue until support resolves it. */
export interface FailedCancellation {
  userId: string;
  deletedAt: string;
  /** When the retries were exhausted. */
  failedAt: string;
  /** The payment provider's error message. */
  reason: string;
}

/** A failed cancellation will be tried again. */
export interface CancellationRetry {
  status: 'due';
}

import {
  SUBSCRIPTION_STATUSES,
  type ItemList,
  type RefundResult,
  type StaffAccount,
  type StaffCustomer,
  type StaffCustomerSummary,
  type StaffPayment,
  type StaffPlanChange,
  type StaffSubscription,
  type SubscriptionStatus,
} from '@subscription-site/shared/contracts';
import {
  BILLING_INTERVALS,
  PAID_PLANS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { CardResponse, CreditNoteResponse, nullable } from '../../subscriptions/index.js';

const nullableTime = { type: String, format: 'date-time', nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

class StaffPlanChangeResponse implements StaffPlanChange {
  @ApiProperty({ enum: PAID_PLANS }) plan: PaidPlan;
  @ApiProperty({ enum: BILLING_INTERVALS }) interval: BillingInterval;
  @ApiProperty({ type: 'integer' }) amountCents: number;
  @ApiProperty({ format: 'date-time' }) effectiveAt: string;
}

@ApiExtraModels(StaffPlanChangeResponse)
class StaffSubscriptionResponse implements StaffSubscription {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty(nullableText) providerSubscriptionId: string | null;
  @ApiProperty({ enum: PAID_PLANS }) plan: PaidPlan;
  @ApiProperty({ enum: BILLING_INTERVALS }) interval: BillingInterval;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES }) status: SubscriptionStatus;
  @ApiProperty() disputed: boolean;
  @ApiProperty({ type: 'integer' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time' }) currentPeriodEnd: string;

  @ApiProperty({
    ...nullable(StaffPlanChangeResponse),
    description: 'The plan that it changes to at the end of the period.',
  })
  pendingChange: StaffPlanChangeResponse | null;

  @ApiProperty(nullableTime) cancelAt: string | null;
  @ApiProperty(nullableTime) endedAt: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

class StaffPaymentResponse implements StaffPayment {
  @ApiProperty({ example: 'in_…' }) invoiceId: string;
  @ApiProperty({ ...nullableText, description: 'The invoice number. Null for drafts.' }) number:
    | string
    | null;
  @ApiProperty({ ...nullableText, example: 'pi_…' }) paymentId: string | null;
  @ApiProperty({ example: 'sub_…' }) providerSubscriptionId: string;
  @ApiProperty({ example: 'paid' }) status: string;
  @ApiProperty({ type: 'integer' }) amountDueCents: number;
  @ApiProperty({ type: 'integer' }) amountPaidCents: number;
  @ApiProperty({ type: 'integer' }) refundedCents: number;
  @ApiProperty({ type: [CreditNoteResponse], description: 'Issued for refunds, oldest first.' })
  creditNotes: CreditNoteResponse[];
  @ApiProperty(nullableText) disputeStatus: string | null;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time' }) issuedAt: string;
}

class StaffCustomerSummaryResponse implements StaffCustomerSummary {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'Empty if they signed up by phone or were deleted.' }) email: string;
  @ApiProperty() name: string;
  @ApiProperty({ ...nullableTime, description: 'Null if they were deleted.' }) createdAt: string | null;
  @ApiProperty() deleted: boolean;
}

export class StaffCustomerListResponse implements ItemList<StaffCustomerSummary> {
  @ApiProperty({ type: [StaffCustomerSummaryResponse], description: 'Sorted by email; at most 50.' })
  items: StaffCustomerSummaryResponse[];
}

class StaffAccountResponse implements StaffAccount {
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty(nullableTime) emailConfirmedAt: string | null;
  @ApiProperty(nullableTime) lastSignInAt: string | null;
  @ApiProperty({
    enum: ['totp', 'webauthn', 'phone'],
    isArray: true,
    description: 'Verified, each type once.',
  })
  secondFactors: ('totp' | 'webauthn' | 'phone')[];
}

@ApiExtraModels(CardResponse, StaffAccountResponse)
export class StaffCustomerResponse implements StaffCustomer {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'Empty if they signed up by phone or were deleted.' }) email: string;
  @ApiProperty() name: string;
  @ApiProperty() deleted: boolean;

  @ApiProperty({ ...nullable(StaffAccountResponse), description: 'Null if they were deleted.' })
  account: StaffAccountResponse | null;

  @ApiProperty({
    ...nullableTime,
    description: "When the account will be deleted at the customer's request.",
  })
  deletionAt: string | null;

  @ApiProperty({ ...nullable(CardResponse), description: 'The default card.' })
  paymentMethod: CardResponse | null;

  @ApiProperty({ type: [StaffSubscriptionResponse], description: 'Newest first.' })
  subscriptions: StaffSubscriptionResponse[];

  @ApiProperty({ type: [StaffPaymentResponse], description: 'Newest first, at most 100.' })
  payments: StaffPaymentResponse[];
}

export class StaffCancellationResponse {
  @ApiProperty({ enum: ['due'] }) status: 'due';
}

export class RefundPaymentResponse implements RefundResult {
  @ApiProperty({ format: 'uuid' }) refundId: string;

  @ApiProperty({
    enum: ['pending', 'succeeded', 'failed'],
    description: '`pending`: still being processed. `failed`: nothing was refunded, and the plan continues.',
  })
  status: RefundResult['status'];
}

import {
  SUBSCRIPTION_STATUSES,
  type AccountSubscriptionResponse,
  type AccountSubscriptionView,
  type PaymentMethodView,
  type RefundResult,
  type SubscriptionStatus,
} from '@subscription-site/shared/contracts';
import {
  BILLING_INTERVALS,
  PAID_PLANS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

/** OpenAPI 3.0 has no other way to allow null beside a reference. */
export const nullable = (model: Parameters<typeof getSchemaPath>[0]) => ({
  oneOf: [{ $ref: getSchemaPath(model) }, { type: 'object', nullable: true, enum: [null] }],
});
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;

export class CardResponse implements PaymentMethodView {
  @ApiProperty({ example: 'pm_…' }) id: string;
  @ApiProperty({ example: 'visa' }) brand: string;
  @ApiProperty({ example: '4242' }) last4: string;
  @ApiProperty({ type: 'integer' }) expMonth: number;
  @ApiProperty({ type: 'integer' }) expYear: number;
}

class NextChargeResponse {
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: 'integer' }) amountCents: number;
}

class PendingChangeResponse {
  @ApiProperty({ enum: ['plan_change'] }) kind: 'plan_change';
  @ApiProperty({ enum: PAID_PLANS }) plan: PaidPlan;
  @ApiProperty({ enum: BILLING_INTERVALS }) interval: BillingInterval;
  @ApiProperty({ format: 'date-time' }) effectiveAt: string;
}

class PastDueResponse {
  @ApiProperty() invoiceId: string;
  @ApiProperty({ type: 'integer' }) amountDueCents: number;
  @ApiProperty({ type: String, nullable: true, example: 'insufficient_funds' }) reason: string | null;
  @ApiProperty(nullableTime) nextAttemptAt: string | null;
  @ApiProperty({
    ...nullableTime,
    description: 'When access ends at the earliest if nothing is paid. Null if it has ended.',
  })
  accessUntil: string | null;
}

@ApiExtraModels(NextChargeResponse, PendingChangeResponse, PastDueResponse, CardResponse)
class SubscriptionViewResponse implements AccountSubscriptionView {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: PAID_PLANS }) plan: PaidPlan;
  @ApiProperty({ enum: BILLING_INTERVALS }) interval: BillingInterval;
  @ApiProperty({ enum: SUBSCRIPTION_STATUSES }) status: SubscriptionStatus;
  @ApiProperty({ type: 'integer', description: 'The price it was sold at.' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time' }) currentPeriodStart: string;
  @ApiProperty({ format: 'date-time' }) currentPeriodEnd: string;
  @ApiProperty({
    ...nullableTime,
    description: 'When the plan ends; null if it renews. Never later than the deletion of the account.',
  })
  cancelAt: string | null;
  @ApiProperty(nullableTime) endedAt: string | null;

  @ApiProperty({ description: 'The bank reversed a payment, which ended the plan.' })
  endedByDispute: boolean;

  @ApiProperty({
    ...nullableTime,
    description:
      "When the data of an ended plan will be deleted; null once it is deleted, or if the plan hasn't ended.",
  })
  dataKeptUntil: string | null;

  @ApiProperty({ type: 'integer', nullable: true }) userLimit: number | null;

  @ApiProperty({
    ...nullableTime,
    description:
      'When the money-back guarantee ends. It still covers a plan that was canceled and has ended.',
  })
  refundableUntil: string | null;

  @ApiProperty(nullable(NextChargeResponse)) nextCharge: NextChargeResponse | null;
  @ApiProperty(nullable(PendingChangeResponse)) pendingChange: PendingChangeResponse | null;
  @ApiProperty(nullable(PastDueResponse)) pastDue: PastDueResponse | null;
  @ApiProperty(nullable(CardResponse)) paymentMethod: CardResponse | null;
}

class TrialResponse {
  @ApiProperty({ enum: ['none', 'trialing', 'trial_ended'] }) status: 'none' | 'trialing' | 'trial_ended';
  @ApiProperty(nullableTime) endsAt: string | null;
}

@ApiExtraModels(SubscriptionViewResponse)
export class AccountSubscriptionResponseDto implements AccountSubscriptionResponse {
  @ApiProperty(nullable(SubscriptionViewResponse))
  subscription: SubscriptionViewResponse | null;

  @ApiProperty({ type: TrialResponse })
  trial: TrialResponse;

  @ApiProperty({
    ...nullableTime,
    description: 'When the account will be deleted; null if no deletion is scheduled.',
  })
  deletionAt: string | null;
}

export class RefundResponse implements RefundResult {
  @ApiProperty({ format: 'uuid' }) refundId: string;

  @ApiProperty({
    enum: ['pending', 'succeeded', 'failed'],
    description:
      '`pending`: still being processed. `failed`: nothing was refunded. A plan that had not ended continues.',
  })
  status: RefundResult['status'];
}

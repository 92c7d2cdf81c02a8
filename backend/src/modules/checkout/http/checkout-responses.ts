import {
  BILLING_INTERVALS,
  PAID_PLANS,
  type BillingInterval,
  type PaidPlan,
  type SubscriptionTier,
} from '@subscription-site/shared/plans';
import {
  SUBSCRIPTION_STATUSES,
  type CreateCheckoutSessionResponse,
  type CreatePaymentIntentResponse,
  type PrepareCheckoutResponse,
  type ProcessPaymentResponse,
  type SubscriptionCheck,
  type SubscriptionStatus,
  type SubscriptionSummary,
} from '@subscription-site/shared/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Entitlement } from '../../subscriptions/index.js';
import type { Subscription } from '../../subscriptions/index.js';

const STATUSES = [...SUBSCRIPTION_STATUSES];

export class PaymentIntentResponse implements CreatePaymentIntentResponse {
  @ApiProperty({ example: 'pi_…_secret_…' })
  clientSecret: string;

  @ApiProperty({ example: 'pi_…' })
  paymentIntentId: string;

  @ApiProperty({ description: 'False in test mode, in which no real money is charged.' })
  livemode: boolean;
}

export class PreparedResponse implements PrepareCheckoutResponse {
  @ApiProperty({ enum: ['ready'] })
  status: 'ready';

  @ApiPropertyOptional({
    description:
      'With a captcha only. Replaces the captcha token of one password sign-in with this email address, within an hour.',
  })
  signInTicket?: string;
}

class SubscriptionResponse implements SubscriptionSummary {
  @ApiProperty({ enum: PAID_PLANS })
  plan: PaidPlan;

  @ApiProperty({ enum: BILLING_INTERVALS })
  interval: BillingInterval;

  @ApiProperty({ enum: STATUSES })
  status: SubscriptionStatus;

  @ApiProperty({ format: 'date-time' })
  current_period_end: string;
}

class BuyerResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'email' })
  email: string;
}

export class ProcessedResponse implements ProcessPaymentResponse {
  @ApiProperty({ type: BuyerResponse })
  user: BuyerResponse;

  @ApiProperty({ type: SubscriptionResponse })
  subscription: SubscriptionResponse;
}

export class SubscriptionCheckResponse implements SubscriptionCheck {
  @ApiProperty({ enum: ['free', ...PAID_PLANS], nullable: true })
  subscription_tier: SubscriptionTier | null;

  @ApiProperty({ enum: STATUSES, nullable: true })
  status: SubscriptionStatus | null;

  @ApiProperty({ enum: BILLING_INTERVALS, nullable: true })
  interval: BillingInterval | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  current_period_end: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  trial_end: string | null;
}

export class CheckoutSessionResponse implements CreateCheckoutSessionResponse {
  @ApiProperty({ format: 'uri', description: "The provider's hosted page." })
  url: string;
}

export function toSummary({ plan, interval, status, currentPeriodEnd }: Subscription): SubscriptionSummary {
  return { plan, interval, status, current_period_end: currentPeriodEnd.toISOString() };
}

export function toCheck({
  tier,
  status,
  interval,
  currentPeriodEnd,
  trialEnd,
}: Entitlement): SubscriptionCheck {
  return {
    subscription_tier: tier,
    status,
    interval,
    current_period_end: currentPeriodEnd?.toISOString() ?? null,
    trial_end: trialEnd?.toISOString() ?? null,
  };
}

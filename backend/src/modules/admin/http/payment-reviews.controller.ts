import {
  FAILING_PAYMENT_KINDS,
  REVIEW_CAUSES,
  type CheckoutInReview,
  type FailingPayment,
  type ItemList,
  type ReviewCause,
  type ReviewResolved,
} from '@subscription-site/shared/contracts';
import type { ErrorCode } from '@subscription-site/shared/errors';
import {
  BILLING_INTERVALS,
  PAID_PLANS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { UuidParam } from '../../../platform/http/request-fields.js';
import { CheckoutReviews, ResolveReview } from '../../checkout/index.js';
import { ListFailingPayments } from '../application/list-failing-payments.js';
import { StaffReason } from './staff-reason.js';

class PaidResponse {
  @ApiProperty({ type: 'integer', description: 'In the smallest unit of the currency.' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
}

class CheckoutInReviewResponse implements CheckoutInReview {
  @ApiProperty({ format: 'uuid' }) checkoutId: string;
  @ApiProperty({ example: 'pi_…', description: 'ID of the payment intent or the hosted checkout session.' })
  paymentId: string;
  @ApiProperty({ enum: PAID_PLANS }) plan: PaidPlan;
  @ApiProperty({ enum: BILLING_INTERVALS }) interval: BillingInterval;
  @ApiProperty({ type: 'integer', description: 'Amount due for the checkout, in USD.' }) amountCents: number;
  @ApiProperty({
    type: PaidResponse,
    nullable: true,
    description: 'What was paid; null for a payment from before it was stored.',
  })
  paid: PaidResponse | null;
  @ApiProperty({ type: String, nullable: true, description: "The buyer's email, if known." })
  email: string | null;
  @ApiProperty({ enum: REVIEW_CAUSES }) cause: ReviewCause;
  @ApiProperty({ example: '$48 paid, $49 due' }) details: string;
  @ApiProperty({ format: 'date-time' }) paidAt: string;
  @ApiProperty({ format: 'date-time', description: 'When the review became due.' }) dueAt: string;
}

class CheckoutInReviewListResponse implements ItemList<CheckoutInReview> {
  @ApiProperty({ type: [CheckoutInReviewResponse], description: 'Oldest first, at most 500.' })
  items: CheckoutInReviewResponse[];
}

class FailingPaymentResponse implements FailingPayment {
  @ApiProperty({
    enum: FAILING_PAYMENT_KINDS,
    description:
      "`recurring_setup`: the customer has the plan but won't be charged again. `refund`: the buyer hasn't received their refund. " +
      "`cancellation`: the plan doesn't end. `plan_change`: the plan isn't changed or resumed.",
  })
  kind: FailingPayment['kind'];
  @ApiProperty({ format: 'uuid' }) checkoutId: string;
  @ApiProperty({
    example: 'pi_…',
    description: 'ID of the payment, or for `cancellation` and `plan_change`, of the subscription.',
  })
  paymentId: string;
  @ApiProperty({ type: String, nullable: true }) email: string | null;
  @ApiProperty({ type: 'integer' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ type: 'integer' }) failures: number;
  @ApiProperty({ description: "The payment provider's error message." }) reason: string;
  @ApiProperty({ description: 'False once we have given up.' }) retrying: boolean;
}

class FailingPaymentListResponse implements ItemList<FailingPayment> {
  @ApiProperty({
    type: [FailingPaymentResponse],
    description: 'Oldest first, at most 500 of each kind.',
  })
  items: FailingPaymentResponse[];
}

class CheckoutParams {
  @UuidParam('a checkout id')
  checkoutId: string;
}

class ReviewDecisionBody {
  @StaffReason("The buyer paid last month's price.")
  reason: string;
}

class ReviewResolvedResponse implements ReviewResolved {
  @ApiProperty({ enum: ['resolved'] }) status: 'resolved';
}

const DECISION_ERRORS: Record<number, ErrorCode[]> = {
  400: ['bad_json'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['checkout_not_found'],
  422: ['validation_failed'],
  503: ['payment_provider_unavailable'],
};

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1')
export class PaymentReviewsController {
  constructor(
    private readonly reviews: CheckoutReviews,
    private readonly resolveReview: ResolveReview,
    private readonly failing: ListFailingPayments,
  ) {}

  @Get('checkouts-in-review')
  @ApiOperation({ summary: 'List payments that do not match their checkout' })
  @ApiOkResponse({ type: CheckoutInReviewListResponse })
  @ApiErrors({ 401: ['unauthorized'], 403: ['forbidden'] })
  async inReview(): Promise<CheckoutInReviewListResponse> {
    const reviews = await this.reviews.list();
    return {
      items: reviews.map(({ userId: _userId, paidAt, dueAt, ...review }) => ({
        ...review,
        paidAt: paidAt.toISOString(),
        dueAt: dueAt.toISOString(),
      })),
    };
  }

  @Get('failing-payments')
  @ApiOperation({
    summary: 'List refunds, recurring setups and plan changes that the payment provider rejects',
    description: 'Includes those that we gave up on in the last 90 days, until they are resolved.',
  })
  @ApiOkResponse({ type: FailingPaymentListResponse })
  @ApiErrors({ 401: ['unauthorized'], 403: ['forbidden'] })
  async failingPayments(): Promise<FailingPaymentListResponse> {
    return { items: await this.failing.list() };
  }

  @Post('checkouts-in-review/:checkoutId/provision')
  @HttpCode(200)
  @StaffRoute('admin')
  @ApiOperation({ summary: 'Approve a payment and grant the plan (administrators)' })
  @ApiOkResponse({ type: ReviewResolvedResponse })
  @ApiErrors({ ...DECISION_ERRORS, 409: ['checkout_not_in_review', 'checkout_not_provisionable'] })
  async provision(
    @CurrentCaller() { userId: actorId }: Caller,
    @Param() { checkoutId }: CheckoutParams,
    @Body() { reason }: ReviewDecisionBody,
  ): Promise<ReviewResolvedResponse> {
    await this.resolveReview.provision(checkoutId, { actorId, reason });
    return { status: 'resolved' };
  }

  @Post('checkouts-in-review/:checkoutId/refund')
  @HttpCode(200)
  @StaffRoute('admin')
  @ApiOperation({ summary: 'Refund a payment in full (administrators)' })
  @ApiOkResponse({ type: ReviewResolvedResponse })
  @ApiErrors({ ...DECISION_ERRORS, 409: ['checkout_not_in_review'] })
  async refund(
    @CurrentCaller() { userId: actorId }: Caller,
    @Param() { checkoutId }: CheckoutParams,
    @Body() { reason }: ReviewDecisionBody,
  ): Promise<ReviewResolvedResponse> {
    await this.resolveReview.refund(checkoutId, { actorId, reason });
    return { status: 'resolved' };
  }
}

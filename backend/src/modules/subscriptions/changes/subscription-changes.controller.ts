import type { ScheduledCancellation } from '@subscription-site/shared/contracts';
import { Body, Controller, Delete, HttpCode, Post, Put } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { CancelSubscription } from './cancel-subscription.js';
import { PlanChanges, type ConfirmedChange } from './plan-changes.js';
import { CancellationFeedbackBody, ConfirmChangeBody, QuoteBody } from './subscription-changes-input.js';
import {
  ConfirmedChangeResponse,
  QuoteResponse,
  ScheduledCancellationResponse,
  toQuote,
} from './subscription-changes-documents.js';

const QUOTES_PER_ACCOUNT: Limit = { name: 'quote-account', points: 30, seconds: 3600 };
const CHANGES_PER_ACCOUNT: Limit = { name: 'change-account', points: 20, seconds: 3600 };
const DECISIONS_PER_ACCOUNT: Limit = { name: 'cancellation-account', points: 60, seconds: 3600 };

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/subscription')
export class SubscriptionChangesController {
  constructor(
    private readonly planChanges: PlanChanges,
    private readonly cancelSubscription: CancelSubscription,
    private readonly limits: RateLimits,
  ) {}

  @Post('quotes')
  @LimitPerIp({ name: 'quotes', points: 120, seconds: 3600 })
  @ApiOperation({
    summary: 'Calculate what a change of plan or interval costs',
    description:
      'A higher plan or a longer interval starts once it is paid; the remaining time on the old plan is credited. Anything else starts ' +
      'at the end of the period and costs nothing now. Valid for 15 minutes. Limited to 30 calls per account per hour.',
  })
  @ApiCreatedResponse({ type: QuoteResponse })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    404: ['no_subscription'],
    409: ['change_not_possible', 'account_deletion_scheduled'],
    422: ['validation_failed'],
    503: ['payment_provider_unavailable'],
  })
  async quote(
    @CurrentCaller() { userId }: Caller,
    @Body() { plan, interval }: QuoteBody,
  ): Promise<QuoteResponse> {
    await this.limits.count(QUOTES_PER_ACCOUNT, userId);
    return toQuote(await this.planChanges.quote(userId, plan, interval));
  }

  @Post('changes')
  @HttpCode(200)
  @LimitPerIp({ name: 'changes', points: 60, seconds: 3600 })
  @ApiOperation({
    summary: 'Change the plan or interval as quoted',
    description:
      'Charges exactly the quoted amount, on the card that the quote names. With `requires_action`, the page confirms the payment with `clientSecret`; the plan changes ' +
      'once it is paid. An earlier change that is still waiting for its payment is abandoned. Confirming a quote twice charges once. Limited to 20 calls per account per hour.',
  })
  @ApiOkResponse({ type: ConfirmedChangeResponse })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    402: ['payment_declined'],
    404: ['not_found', 'no_subscription'],
    409: ['quote_expired', 'quote_changed', 'change_not_possible', 'account_deletion_scheduled'],
    422: ['validation_failed'],
    503: ['payment_provider_unavailable'],
  })
  async confirm(
    @CurrentCaller() { userId }: Caller,
    @Body() { quoteId }: ConfirmChangeBody,
  ): Promise<ConfirmedChange> {
    await this.limits.count(CHANGES_PER_ACCOUNT, userId);
    return this.planChanges.confirm(userId, quoteId);
  }

  @Delete('changes/pending')
  @HttpCode(204)
  @ApiOperation({ summary: 'Undo the scheduled plan change' })
  @ApiNoContentResponse({ description: 'No change is scheduled.' })
  @ApiErrors({ 401: ['unauthorized'], 404: ['no_subscription'], 409: ['change_not_possible'] })
  async undo(@CurrentCaller() { userId }: Caller): Promise<void> {
    await this.limits.count(DECISIONS_PER_ACCOUNT, userId);
    await this.planChanges.undo(userId);
  }

  @Post('cancellation')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel at the end of the period',
    description: 'If a payment is overdue, the plan ends immediately and the open invoice is voided.',
  })
  @ApiOkResponse({ type: ScheduledCancellationResponse })
  @ApiErrors({ 401: ['unauthorized'], 404: ['no_subscription'], 409: ['change_not_possible'] })
  async cancel(@CurrentCaller() { userId }: Caller): Promise<ScheduledCancellation> {
    await this.limits.count(DECISIONS_PER_ACCOUNT, userId);
    return { cancelAt: (await this.cancelSubscription.cancel(userId)).toISOString() };
  }

  @Delete('cancellation')
  @HttpCode(204)
  @ApiOperation({ summary: 'Resume a subscription that is set to end' })
  @ApiNoContentResponse({ description: 'The subscription will renew.' })
  @ApiErrors({
    401: ['unauthorized'],
    404: ['no_subscription'],
    409: ['change_not_possible', 'account_deletion_scheduled'],
  })
  async resume(@CurrentCaller() { userId }: Caller): Promise<void> {
    await this.limits.count(DECISIONS_PER_ACCOUNT, userId);
    await this.cancelSubscription.resume(userId);
  }

  @Put('cancellation/feedback')
  @HttpCode(204)
  @ApiOperation({ summary: 'Record why the subscription was canceled' })
  @ApiNoContentResponse({ description: 'The feedback was recorded.' })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    404: ['no_subscription'],
    422: ['validation_failed'],
  })
  async giveFeedback(
    @CurrentCaller() { userId }: Caller,
    @Body() { reason, comment }: CancellationFeedbackBody,
  ): Promise<void> {
    await this.limits.count(DECISIONS_PER_ACCOUNT, userId);
    await this.cancelSubscription.giveFeedback(userId, reason, comment ?? null);
  }
}

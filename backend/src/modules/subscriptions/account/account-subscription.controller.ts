import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { PreviewRefund } from '../refunds/preview-refund.js';
import { RefundPreviewResponse } from '../refunds/refund-preview-documents.js';
import { RefundUnderGuarantee } from '../refunds/refund-under-guarantee.js';
import { AccountSubscriptionResponseDto, RefundResponse } from './account-subscription-documents.js';
import { ViewSubscription } from './view-subscription.js';

const PREVIEWS_PER_ACCOUNT: Limit = { name: 'refund-preview-account', points: 60, seconds: 3600 };
const REFUNDS_PER_ACCOUNT: Limit = { name: 'refund-account', points: 10, seconds: 3600 };

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/subscription')
export class AccountSubscriptionController {
  constructor(
    private readonly viewSubscription: ViewSubscription,
    private readonly previewRefund: PreviewRefund,
    private readonly refundUnderGuarantee: RefundUnderGuarantee,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  @ApiOperation({ summary: "Retrieve the caller's subscription and trial" })
  @ApiOkResponse({ type: AccountSubscriptionResponseDto })
  @ApiErrors({ 401: ['unauthorized'] })
  view(@CurrentCaller() caller: Caller): Promise<AccountSubscriptionResponseDto> {
    return this.viewSubscription.view(caller);
  }

  @Get('refund')
  @ApiOperation({ summary: 'Preview a refund under the money-back guarantee' })
  @ApiOkResponse({ type: RefundPreviewResponse })
  @ApiErrors({
    401: ['unauthorized'],
    404: ['no_subscription'],
    409: ['not_refundable'],
    503: ['payment_provider_unavailable'],
  })
  async preview(@CurrentCaller() { userId, email }: Caller): Promise<RefundPreviewResponse> {
    await this.limits.count(PREVIEWS_PER_ACCOUNT, userId);
    return this.previewRefund.previewForUser(userId, email);
  }

  @Post('refund')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Request a refund under the money-back guarantee',
    description:
      'Refunds everything paid for the plan and ends it, within 30 days of the purchase and once per account, email address, and card. A refund ' +
      'that the payment provider rejects is retried for three days. Calling it again returns the same refund, unless that has failed.',
  })
  @ApiOkResponse({ type: RefundResponse })
  @ApiErrors({
    401: ['unauthorized'],
    404: ['no_subscription'],
    409: ['not_refundable', 'change_not_possible'],
    503: ['payment_provider_unavailable'],
  })
  async refund(@CurrentCaller() { userId }: Caller): Promise<RefundResponse> {
    await this.limits.count(REFUNDS_PER_ACCOUNT, userId);
    return this.refundUnderGuarantee.refund(userId);
  }
}

import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SupportsIdempotencyKey, ApiErrors, REPLAY_RERUNS } from '../../../platform/http/documentation.js';
import { RepeatedCalls } from '../../../platform/http/idempotency.js';
import { clientNetwork } from '../../../platform/security/client-network.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { CheckSession } from '../hosted/check-session.js';
import { CreateHostedCheckout } from '../hosted/create-hosted-checkout.js';
import { Entitlements } from '../../subscriptions/index.js';
import { CheckoutSessionResponse, SubscriptionCheckResponse, toCheck } from './checkout-responses.js';
import { CheckSubscriptionBody, CreateCheckoutSessionBody } from './checkout-requests.js';

@ApiTags('functions')
@ApiBearerAuth('session')
@Controller('functions/v1')
export class SubscriptionController {
  constructor(
    private readonly entitlements: Entitlements,
    private readonly checkSession: CheckSession,
    private readonly createHostedCheckout: CreateHostedCheckout,
  ) {}

  @Post('check-subscription')
  @HttpCode(200)
  @ApiOperation({
    summary: "Retrieve the caller's plan, optionally after confirming a hosted checkout",
    description: '`subscription_tier` is `free` during and after the trial, and null if there was none.',
  })
  @ApiBody({ type: CheckSubscriptionBody, required: false })
  @ApiOkResponse({ type: SubscriptionCheckResponse })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    404: ['session_not_found'],
    409: ['payment_under_review', 'payment_refunded', 'subscription_ended'],
    422: ['validation_failed'],
    503: ['payment_provider_unavailable'],
  })
  async check(
    @CurrentCaller() caller: Caller,
    @Body() body?: CheckSubscriptionBody,
  ): Promise<SubscriptionCheckResponse> {
    if (body?.session_id) await this.checkSession.assertActiveFor(caller.userId, body.session_id);
    return toCheck(await this.entitlements.getByCaller(caller));
  }

  @Post('create-checkout-session')
  @HttpCode(200)
  @UseInterceptors(RepeatedCalls)
  @SupportsIdempotencyKey(REPLAY_RERUNS)
  @ApiOperation({
    summary: 'Create a hosted checkout session that returns to `/success?session_id=…`',
    description:
      'An account has at most one open page per plan: repeated calls return the same page, and choosing the other interval closes ' +
      'it. Limited to 60 calls per hour and IP address, and to 20 per account.',
  })
  @ApiOkResponse({ type: CheckoutSessionResponse })
  @ApiErrors({
    400: ['bad_json'],
    401: ['unauthorized'],
    409: [
      'already_subscribed',
      'account_deletion_scheduled',
      'checkout_closed',
      'checkout_replaced',
      'idempotency_in_progress',
    ],
    422: ['validation_failed', 'amount_not_a_plan', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  async createSession(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateCheckoutSessionBody,
  ): Promise<CheckoutSessionResponse> {
    return { url: await this.createHostedCheckout.create(caller, { ...body, ip: clientNetwork() }) };
  }
}

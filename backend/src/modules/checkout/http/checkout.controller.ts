import { Body, Controller, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { SupportsIdempotencyKey, ApiErrors, REPLAY_RERUNS } from '../../../platform/http/documentation.js';
import { getIdempotencySecret, RepeatedCalls } from '../../../platform/http/idempotency.js';
import { clientNetwork } from '../../../platform/security/client-network.js';
import { CurrentCaller, PublicRoute, type Caller } from '../../../platform/security/access.js';
import { SignInTickets } from '../../../platform/security/sign-in-tickets.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { OpenCheckout } from '../payment/open-checkout.js';
import { PrepareCheckout } from '../payment/prepare-checkout.js';
import { ProcessPayment } from '../payment/process-payment.js';
import {
  PaymentIntentResponse,
  PreparedResponse,
  ProcessedResponse,
  toSummary,
} from './checkout-responses.js';
import { BuyerFieldsInterceptor } from './buyer-fields.interceptor.js';
import { readCheckoutCookie, setCheckoutCookie } from './checkout-cookie.js';
import { CreatePaymentIntentBody, PrepareCheckoutBody, ProcessPaymentBody } from './checkout-requests.js';

@ApiTags('functions')
@PublicRoute()
@UseInterceptors(RepeatedCalls)
@Controller('functions/v1')
export class CheckoutController {
  private readonly secure: boolean;

  constructor(
    private readonly openCheckout: OpenCheckout,
    private readonly prepareCheckout: PrepareCheckout,
    private readonly processPayment: ProcessPayment,
    private readonly tickets: SignInTickets,
    settings: Settings,
  ) {
    this.secure = settings.siteUrl.startsWith('https://');
  }

  @Post('create-payment-intent')
  @HttpCode(200)
  @ApiBearerAuth('session')
  @SupportsIdempotencyKey(REPLAY_RERUNS)
  @ApiOperation({
    summary: "Open a checkout, or return this browser's open one",
    description:
      'Sets an HttpOnly cookie so that tabs and reloads share one intent and pay once. Choosing another plan cancels that intent. ' +
      'Limited to 60 new cookies and 20 declined charges per hour and IP address.',
  })
  @ApiOkResponse({ type: PaymentIntentResponse })
  @ApiErrors({
    400: ['bad_json'],
    409: ['checkout_closed', 'checkout_replaced', 'payment_under_review', 'idempotency_in_progress'],
    422: ['validation_failed', 'amount_not_a_plan', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  async createPaymentIntent(
    @Body() body: CreatePaymentIntentBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentIntentResponse> {
    const { clientSecret, id, livemode } = await this.openCheckout.open({
      ...body,
      cookie: readCheckoutCookie(request, this.secure),
      newCookie: getIdempotencySecret(request),
      ip: clientNetwork(),
      setCookie: (cookie) => setCheckoutCookie(response, cookie, this.secure),
    });
    return { clientSecret, paymentIntentId: id, livemode };
  }

  @Post('prepare-checkout')
  @HttpCode(200)
  @UseInterceptors(BuyerFieldsInterceptor)
  @ApiBearerAuth('session')
  @LimitPerIp({ name: 'prepare-checkout', points: 30, seconds: 300 })
  @SupportsIdempotencyKey(REPLAY_RERUNS)
  @ApiOperation({
    summary: "Submit the buyer's details, just before the card is charged",
    description:
      'Before the charge, reports anything that would prevent the purchase. With a bearer token, the plan is added to that account. ' +
      'Requires the checkout cookie and rotates it. `checkout_cookie_mismatch` means that another call rotated it first: ' +
      'create a new intent and prepare that one. After 5 declined charges the intent is canceled, with `too_many_declines`.',
  })
  @ApiOkResponse({ type: PreparedResponse })
  @ApiErrors({
    400: ['bad_json', 'captcha_failed'],
    403: ['forbidden'],
    404: ['checkout_not_found'],
    409: [
      'email_exists',
      'already_subscribed',
      'account_deletion_scheduled',
      'checkout_closed',
      'checkout_replaced',
      'checkout_cookie_mismatch',
      'too_many_declines',
      'idempotency_in_progress',
    ],
    422: ['validation_failed', 'weak_password', 'plan_mismatch', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  async prepare(
    @Body() body: PrepareCheckoutBody,
    @CurrentCaller() caller: Caller | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PreparedResponse> {
    const cookie = readCheckoutCookie(request, this.secure);
    const rotated = await this.prepareCheckout.prepare({ ...body, caller, cookie, ip: clientNetwork() });
    setCheckoutCookie(response, rotated, this.secure);
    return { status: 'ready', signInTicket: body.email && (await this.tickets.issue(body.email)) };
  }

  @Post('process-payment')
  @HttpCode(200)
  @ApiBearerAuth('session')
  @LimitPerIp({ name: 'process-payment', points: 60, seconds: 300 })
  @SupportsIdempotencyKey(REPLAY_RERUNS)
  @ApiOperation({
    summary: 'Create the account and subscription for a paid checkout',
    description:
      'A payment is never lost, even if this call fails or is never made: it is provisioned anyway. Does not sign anyone in. ' +
      'The browser with the checkout cookie may omit the email.',
  })
  @ApiOkResponse({ type: ProcessedResponse })
  @ApiErrors({
    400: ['bad_json'],
    402: ['payment_not_succeeded'],
    404: ['checkout_not_found'],
    409: [
      'payment_belongs_to_another_account',
      'payment_under_review',
      'payment_refunded',
      'checkout_closed',
      'idempotency_in_progress',
    ],
    422: ['validation_failed', 'plan_mismatch', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  async process(
    @Body() body: ProcessPaymentBody,
    @CurrentCaller() caller: Caller | undefined,
    @Req() request: Request,
  ): Promise<ProcessedResponse> {
    const { user, subscription } = await this.processPayment.process({
      ...body,
      caller,
      cookie: readCheckoutCookie(request, this.secure),
    });
    return { user: { id: user.id, email: user.email }, subscription: toSummary(subscription) };
  }
}

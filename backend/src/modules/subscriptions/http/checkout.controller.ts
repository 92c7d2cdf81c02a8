import { Body, Controller, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { HonoursIdempotencyKey, Refuses } from '../../../platform/http/documentation.js';
import { Idempotency } from '../../../platform/http/idempotency.js';
import { currentRequest } from '../../../platform/logging/request-context.js';
import { CurrentCaller, PublicRoute, type Caller } from '../../../platform/security/access.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { OpenCheckout } from '../application/open-checkout.js';
import { PrepareCheckout } from '../application/prepare-checkout.js';
import { ProcessPayment } from '../application/process-payment.js';
import { PaymentIntentAnswer, PreparedAnswer, ProcessedAnswer, toSummary } from './checkout-answers.js';
import { readCheckoutCookie, setCheckoutCookie } from './checkout-cookie.js';
import { CreatePaymentIntentBody, PrepareCheckoutBody, ProcessPaymentBody } from './checkout-requests.js';

@ApiTags('functions')
@PublicRoute()
@UseInterceptors(Idempotency)
@Controller('functions/v1')
export class CheckoutController {
  constructor(
    private readonly openCheckout: OpenCheckout,
    private readonly prepareCheckout: PrepareCheckout,
    private readonly processPayment: ProcessPayment,
    private readonly settings: Settings,
  ) {}

  @Post('create-payment-intent')
  @HttpCode(200)
  @ApiBearerAuth('session')
  @LimitPerAddress({ name: 'create-payment-intent', points: 60, seconds: 300 })
  @HonoursIdempotencyKey()
  @ApiOperation({
    summary: 'Opens a checkout, or gives this browser its open one again',
    description:
      'Sets an HttpOnly cookie by which tabs and reloads get the same intent and pay once. A bearer token is optional: who is ' +
      'signed in with a proven address is limited by account, a visitor by address.',
  })
  @ApiOkResponse({ type: PaymentIntentAnswer })
  @Refuses({
    400: ['bad_json'],
    409: ['checkout_closed', 'payment_under_review', 'idempotency_in_progress'],
    422: ['validation_failed', 'amount_not_a_plan', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  async createPaymentIntent(
    @Body() body: CreatePaymentIntentBody,
    @CurrentCaller() caller: Caller | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PaymentIntentAnswer> {
    const opened = await this.openCheckout.open({
      ...body,
      cookie: readCheckoutCookie(request),
      who: {
        ip: currentRequest()?.ip ?? 'unknown',
        accountId: caller?.emailProvenAt ? caller.accountId : undefined,
      },
    });
    setCheckoutCookie(response, opened.cookie, this.settings.siteUrl.startsWith('https://'));
    const { clientSecret, id, livemode } = opened.intent;
    return { clientSecret, paymentIntentId: id, livemode };
  }

  @Post('prepare-checkout')
  @HttpCode(200)
  @ApiBearerAuth('session')
  @LimitPerAddress({ name: 'prepare-checkout', points: 30, seconds: 300 })
  @HonoursIdempotencyKey()
  @ApiOperation({
    summary: 'Says who is buying, just before the card is charged',
    description:
      'Refuses whatever can be known before the charge. With a bearer token the plan joins that account.',
  })
  @ApiOkResponse({ type: PreparedAnswer })
  @Refuses({
    400: ['bad_json', 'captcha_failed'],
    403: ['forbidden'],
    404: ['checkout_not_found'],
    409: [
      'email_exists',
      'already_subscribed',
      'checkout_closed',
      'checkout_replaced',
      'idempotency_in_progress',
    ],
    422: ['validation_failed', 'weak_password', 'plan_mismatch', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  async prepare(
    @Body() body: PrepareCheckoutBody,
    @CurrentCaller() caller: Caller | undefined,
  ): Promise<PreparedAnswer> {
    await this.prepareCheckout.prepare({ ...body, caller });
    return { status: 'ready' };
  }

  @Post('process-payment')
  @HttpCode(200)
  @ApiBearerAuth('session')
  @LimitPerAddress({ name: 'process-payment', points: 60, seconds: 300 })
  @HonoursIdempotencyKey()
  @ApiOperation({
    summary: 'Gives a paid checkout its account and plan',
    description:
      'Refuses the call, never the money: the same happens by itself when this call never comes. Nobody is signed in by it.',
  })
  @ApiOkResponse({ type: ProcessedAnswer })
  @Refuses({
    400: ['bad_json'],
    402: ['payment_not_succeeded'],
    404: ['checkout_not_found'],
    409: [
      'payment_belongs_to_another_account',
      'payment_under_review',
      'payment_returned',
      'checkout_closed',
      'idempotency_in_progress',
    ],
    422: ['validation_failed', 'plan_mismatch', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  async process(
    @Body() body: ProcessPaymentBody,
    @CurrentCaller() caller: Caller | undefined,
  ): Promise<ProcessedAnswer> {
    const { account, subscription } = await this.processPayment.process({ ...body, caller });
    return { user: { id: account.id, email: account.email }, subscription: toSummary(subscription) };
  }
}

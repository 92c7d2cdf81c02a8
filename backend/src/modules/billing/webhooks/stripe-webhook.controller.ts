import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { PublicRoute } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { ReceiveWebhook } from './receive-webhook.js';
import { InvalidWebhookSignatureError, MalformedWebhookEventError } from '../billing-errors.js';

class WebhookResponse {
  @ApiProperty({ example: true })
  received: true;
}

@ApiTags('webhooks')
@Controller('webhooks')
export class StripeWebhookController {
  constructor(private readonly receiveWebhook: ReceiveWebhook) {}

  @Post('stripe')
  @HttpCode(200)
  @PublicRoute()
  @LimitPerIp({ name: 'webhook', points: 6000, seconds: 60 })
  @ApiOperation({ summary: 'Receive a signed webhook event from Stripe' })
  @ApiHeader({
    name: 'Stripe-Signature',
    required: true,
    description: 'Signature of the raw body. Its timestamp must be within 300 seconds of the current time.',
  })
  @ApiBody({ schema: { type: 'object', description: 'A Stripe event object.' } })
  @ApiOkResponse({
    type: WebhookResponse,
    description:
      'Stored, or ignored if events of this type are not handled. Duplicate deliveries have no effect.',
  })
  @ApiErrors({ 400: ['validation_failed'], 413: ['body_too_large'] })
  async receive(
    @Body() body: unknown,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<WebhookResponse> {
    if (!signature) throw new InvalidWebhookSignatureError('missing');
    if (!Buffer.isBuffer(body)) throw new MalformedWebhookEventError('The body is missing.');
    await this.receiveWebhook.receive(body, signature);
    return { received: true };
  }
}

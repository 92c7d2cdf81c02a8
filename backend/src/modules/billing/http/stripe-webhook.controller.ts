import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Refuses } from '../../../platform/http/documentation.js';
import { PublicRoute } from '../../../platform/security/access.js';
import { LimitPerAddress } from '../../../platform/security/rate-limit.guard.js';
import { ReceiveNotice } from '../application/receive-notice.js';
import { UntrustedNoticeError } from '../domain/billing-errors.js';

class NoticeAnswer {
  @ApiProperty({ example: true })
  received: true;
}

@ApiTags('webhooks')
@Controller('webhooks')
export class StripeWebhookController {
  constructor(private readonly receiveNotice: ReceiveNotice) {}

  @Post('stripe')
  @HttpCode(200)
  @PublicRoute()
  @LimitPerAddress({ name: 'webhook', points: 6000, seconds: 60 })
  @ApiOperation({ summary: 'Takes a signed event of the payment provider' })
  @ApiHeader({
    name: 'Stripe-Signature',
    required: true,
    description: 'Signature over the raw body, at most 300 seconds old.',
  })
  @ApiBody({ schema: { type: 'object', description: 'An event as the provider sends it.' } })
  @ApiOkResponse({ type: NoticeAnswer, description: 'Stored. The same event may come any number of times.' })
  @Refuses({ 400: ['validation_failed', 'bad_json'], 413: ['body_too_large'] })
  async receive(
    @Body() body: unknown,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<NoticeAnswer> {
    if (!Buffer.isBuffer(body) || !signature) throw new UntrustedNoticeError();
    await this.receiveNotice.receive(body, signature);
    return { received: true };
  }
}

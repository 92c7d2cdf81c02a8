import type { PlanPrices, StripeConfig } from '@subscription-site/shared/contracts';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Settings } from '../../../platform/config/settings.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { PublicRoute } from '../../../platform/security/access.js';
import { Prices } from '../application/prices.js';

class StripeConfigResponse implements StripeConfig {
  @ApiProperty({ example: 'pk_test_…' })
  publishableKey: string;

  @ApiPropertyOptional({
    description: "URL of the payment sandbox's script. Present only when the sandbox is in use.",
  })
  scriptUrl?: string;
}

@ApiTags('functions')
@PublicRoute()
@Controller('functions/v1')
export class StripeConfigController {
  constructor(
    private readonly settings: Settings,
    private readonly prices: Prices,
  ) {}

  @Post('get-stripe-config')
  @HttpCode(200)
  @ApiOperation({ summary: 'Retrieve the configuration for loading Stripe.js' })
  @ApiOkResponse({ type: StripeConfigResponse })
  @ApiErrors()
  post(): StripeConfigResponse {
    return this.config();
  }

  @Get('get-stripe-config')
  @ApiOperation({ summary: 'Retrieve the configuration for loading Stripe.js' })
  @ApiOkResponse({ type: StripeConfigResponse })
  @ApiErrors()
  get(): StripeConfigResponse {
    return this.config();
  }

  @Get('get-plan-prices')
  @ApiOperation({ summary: "List the payment provider's price ids for each plan and interval" })
  @ApiOkResponse({
    schema: {
      type: 'object',
      example: { team: { month: 'price_…', year: 'price_…' }, growth: { month: 'price_…', year: 'price_…' } },
    },
  })
  @ApiErrors()
  planPrices(): Promise<PlanPrices> {
    return this.prices.byPlan();
  }

  private config(): StripeConfigResponse {
    const { publishableKey, sandbox } = this.settings.stripe;
    return { publishableKey, ...(sandbox ? { scriptUrl: '/api/sandbox/stripe.js' } : {}) };
  }
}

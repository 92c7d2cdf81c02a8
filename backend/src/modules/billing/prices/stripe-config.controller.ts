import type { PlanPrices, StripeConfig } from '@subscription-site/shared/contracts';
import type { BillingInterval } from '@subscription-site/shared/plans';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Settings } from '../../../platform/config/settings.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { PublicRoute } from '../../../platform/security/access.js';
import { Prices } from './prices.js';

class StripeConfigResponse implements StripeConfig {
  @ApiProperty({ example: 'pk_test_…' })
  publishableKey: string;

  @ApiPropertyOptional({
    description: "URL of the payment sandbox's script. Present only when the sandbox is in use.",
  })
  scriptUrl?: string;
}

/** Null until the price exists at the provider. */
class IntervalPricesResponse implements Record<BillingInterval, string | null> {
  @ApiProperty({ type: String, nullable: true, example: 'price_…' })
  month: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'price_…' })
  year: string | null;
}

class PlanPricesResponse implements PlanPrices {
  @ApiProperty()
  team: IntervalPricesResponse;

  @ApiProperty()
  growth: IntervalPricesResponse;
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
  @ApiOperation({ summary: "List the payment provider's price IDs for each plan and interval" })
  @ApiOkResponse({ type: PlanPricesResponse })
  @ApiErrors()
  planPrices(): Promise<PlanPricesResponse> {
    return this.prices.byPlan();
  }

  private config(): StripeConfigResponse {
    const { publishableKey, sandbox } = this.settings.stripe;
    return { publishableKey, ...(sandbox ? { scriptUrl: '/api/sandbox/stripe.js' } : {}) };
  }
}

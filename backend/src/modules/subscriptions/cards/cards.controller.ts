import type {
  CardSetupResponse,
  PaymentMethodItem,
  PaymentMethodList,
} from '@subscription-site/shared/contracts';
import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { clientNetwork } from '../../../platform/security/client-network.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { DeclineLimits } from '../../billing/index.js';
import { CustomerCards } from './customer-cards.js';
import { RemoveCard } from './remove-card.js';

/** Card forms are a target for testing stolen cards. */
const SETUPS_PER_ACCOUNT: Limit = { name: 'card-setup-account', points: 10, seconds: 3600 };
const CARD_CHANGES_PER_ACCOUNT: Limit = { name: 'card-change-account', points: 30, seconds: 3600 };

class CardParams {
  @ApiProperty({ example: 'pm_…', maxLength: 255 })
  @IsString()
  @Matches(/^[A-Za-z0-9_]{1,255}$/, { message: 'id must be the id of a card' })
  id: string;
}

class CardItem implements PaymentMethodItem {
  @ApiProperty({ example: 'pm_…' }) id: string;
  @ApiProperty({ example: 'visa' }) brand: string;
  @ApiProperty({ example: '4242' }) last4: string;
  @ApiProperty({ type: 'integer' }) expMonth: number;
  @ApiProperty({ type: 'integer' }) expYear: number;
  @ApiProperty() isDefault: boolean;
}

class CardList implements PaymentMethodList {
  @ApiProperty({ type: [CardItem], description: 'Newest first. Each card is listed once.' })
  items: CardItem[];
}

class SetupResponse implements CardSetupResponse {
  @ApiProperty({ example: 'seti_…_secret_…' }) clientSecret: string;
}

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/payment-methods')
export class CardsController {
  constructor(
    private readonly cards: CustomerCards,
    private readonly removeCard: RemoveCard,
    private readonly limits: RateLimits,
    private readonly declineLimits: DeclineLimits,
  ) {}

  @Get()
  @ApiOperation({ summary: "List the caller's cards" })
  @ApiOkResponse({ type: CardList })
  @ApiErrors({ 401: ['unauthorized'] })
  async list(@CurrentCaller() { userId }: Caller): Promise<CardList> {
    const cards = await this.cards.list(userId);
    return {
      items: cards.map(({ providerPaymentMethodId: id, brand, last4, expMonth, expYear, isDefault }) => ({
        id,
        brand,
        last4,
        expMonth,
        expYear,
        isDefault,
      })),
    };
  }

  @Post('setup')
  @LimitPerIp({ name: 'card-setups', points: 30, seconds: 3600 })
  @ApiOperation({
    summary: 'Start adding a card',
    description:
      'The page confirms the card with `clientSecret`. The card then becomes the default and pays open invoices, even if the page is closed. ' +
      'Limited to 10 calls per account per hour. A setup is canceled after 5 declined cards. An IP address is blocked after 20 ' +
      'declines in an hour, here or at checkout.',
  })
  @ApiCreatedResponse({ type: SetupResponse })
  @ApiErrors({ 401: ['unauthorized'], 503: ['payment_provider_unavailable'] })
  async setUp(@CurrentCaller() { userId }: Caller): Promise<SetupResponse> {
    await this.limits.count(SETUPS_PER_ACCOUNT, userId);
    const ip = clientNetwork();
    await this.declineLimits.assertFew(ip);
    return { clientSecret: await this.cards.setUp(userId, this.declineLimits.hashIp(ip)) };
  }

  @Post(':id/default')
  @HttpCode(204)
  @ApiOperation({ summary: 'Use a card for renewals and open invoices' })
  @ApiNoContentResponse({ description: 'The card is now the default.' })
  @ApiErrors({
    401: ['unauthorized'],
    404: ['not_found'],
    422: ['validation_failed'],
    503: ['payment_provider_unavailable'],
  })
  async makeDefault(@CurrentCaller() { userId }: Caller, @Param() { id }: CardParams): Promise<void> {
    await this.limits.count(CARD_CHANGES_PER_ACCOUNT, userId);
    await this.cards.makeDefault(userId, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove a card' })
  @ApiNoContentResponse({ description: 'The card was removed.' })
  @ApiErrors({
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['last_payment_method'],
    422: ['validation_failed'],
    503: ['payment_provider_unavailable'],
  })
  async remove(@CurrentCaller() { userId }: Caller, @Param() { id }: CardParams): Promise<void> {
    await this.limits.count(CARD_CHANGES_PER_ACCOUNT, userId);
    await this.removeCard.remove(userId, id);
  }
}

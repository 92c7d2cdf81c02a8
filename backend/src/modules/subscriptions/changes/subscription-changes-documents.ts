import type {
  ConfirmChangeResponse,
  QuoteLine,
  ScheduledCancellation,
  SubscriptionQuote,
} from '@subscription-site/shared/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CardResponse, nullable } from '../account/account-subscription-documents.js';
import type { Quote } from './plan-changes.js';

class QuoteLineResponse implements QuoteLine {
  @ApiProperty() description: string;
  @ApiProperty({ type: 'integer', description: 'Negative for a credit.' }) amountCents: number;
}

export class QuoteResponse implements SubscriptionQuote {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: [QuoteLineResponse] }) lines: QuoteLineResponse[];
  @ApiProperty({ type: 'integer' }) subtotalCents: number;
  @ApiProperty({ type: 'integer', description: 'Unused time on the current plan.' }) creditCents: number;
  @ApiProperty({ type: 'integer', description: 'What is charged when it is confirmed.' }) dueNowCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({
    ...nullable(CardResponse),
    description:
      'The default card, which is charged when it is confirmed. If it changes, the quote can no longer be confirmed.',
  })
  paymentMethod: CardResponse | null;
  @ApiProperty({ format: 'date-time' }) effectiveAt: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

export class ConfirmedChangeResponse implements ConfirmChangeResponse {
  @ApiProperty({ enum: ['applied', 'scheduled', 'requires_action'] })
  status: 'applied' | 'scheduled' | 'requires_action';

  @ApiPropertyOptional({ description: 'With `requires_action`: confirms the payment in the browser.' })
  clientSecret?: string;
}

export class ScheduledCancellationResponse implements ScheduledCancellation {
  @ApiProperty({ format: 'date-time', description: 'When the plan ends.' }) cancelAt: string;
}

export function toQuote(quote: Quote): QuoteResponse {
  const { id, lines, subtotalCents, creditCents, dueNowCents, currency } = quote;
  const { paymentMethod, effectiveAt, expiresAt } = quote;
  return {
    id,
    lines,
    subtotalCents,
    creditCents,
    dueNowCents,
    currency,
    paymentMethod,
    effectiveAt: effectiveAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

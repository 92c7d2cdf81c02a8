import type {
  RefundPaymentRequest,
  ReplaceEmailRequest,
  StaffCancellationRequest,
} from '@subscription-site/shared/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';
import { Trimmed, TypedEmail, UuidParam } from '../../../platform/http/request-fields.js';
import { StaffReason } from './staff-reason.js';

/** Amounts are stored as 32-bit integers. */
const MAX_CENTS = 2_147_483_647;

export class CustomerSearchQuery {
  @ApiProperty({
    example: 'ada',
    minLength: 1,
    maxLength: 254,
    description:
      'Part of the email or name; or a full payment (`pi_…`), subscription (`sub_…`) or customer ID (`cus_…`) of the payment provider, ' +
      'invoice or receipt number, or cancellation reference.',
  })
  @Trimmed()
  @Length(1, 254)
  @IsString()
  q: string;
}

export class CustomerParams {
  @UuidParam('a user id')
  id: string;
}

export class SubscriptionParams {
  @UuidParam('a subscription id')
  id: string;
}

export class PaymentParams {
  @ApiProperty({ example: 'pi_…', maxLength: 255 })
  @Matches(/^[A-Za-z0-9_]{1,255}$/, { message: 'id must be the id of a payment' })
  @IsString()
  id: string;
}

export class ReplaceEmailBody implements ReplaceEmailRequest {
  @ApiProperty({ format: 'email', example: 'ada@example.com', maxLength: 254 })
  @TypedEmail()
  @IsString()
  @Length(1, 254)
  email: string;

  @StaffReason('Charged twice.')
  reason: string;
}

export class StaffCancellationBody implements StaffCancellationRequest {
  @ApiProperty({ description: 'If false, the subscription ends immediately.' })
  @IsBoolean()
  atPeriodEnd: boolean;

  @StaffReason('Charged twice.')
  reason: string;
}

export class RefundPaymentBody implements RefundPaymentRequest {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_CENTS,
    description: 'Default: everything not refunded yet.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_CENTS)
  amountCents?: number;

  @ApiProperty({ description: 'Whether the plan ends with the refund.' })
  @IsBoolean()
  endSubscription: boolean;

  @StaffReason('Charged twice.')
  reason: string;
}

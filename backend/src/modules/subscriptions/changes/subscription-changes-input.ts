import {
  CANCELLATION_REASONS,
  type CancellationFeedback,
  type CancellationReason,
  type ConfirmChangeRequest,
  type QuoteRequest,
} from '@subscription-site/shared/contracts';
import {
  BILLING_INTERVALS,
  PAID_PLANS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';

const MAX_COMMENT_LENGTH = 2000;

export class QuoteBody implements QuoteRequest {
  @ApiProperty({ enum: PAID_PLANS })
  @IsIn(PAID_PLANS)
  plan: PaidPlan;

  @ApiProperty({ enum: BILLING_INTERVALS })
  @IsIn(BILLING_INTERVALS)
  interval: BillingInterval;
}

export class ConfirmChangeBody implements ConfirmChangeRequest {
  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  quoteId: string;
}

export class CancellationFeedbackBody implements CancellationFeedback {
  @ApiProperty({ enum: CANCELLATION_REASONS })
  @IsIn(CANCELLATION_REASONS)
  reason: CancellationReason;

  @ApiPropertyOptional({ maxLength: MAX_COMMENT_LENGTH, example: 'We only needed it for one project.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_COMMENT_LENGTH)
  comment?: string;
}

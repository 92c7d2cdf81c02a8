import {
  CANCELLATION_ACTIONS,
  CANCELLATION_KINDS,
  type CancellationAction,
  type CancellationKind,
  type ManagedCancellation,
  type SubmitCancellationResponse,
} from '@subscription-site/shared/contracts';
import { PAID_PLANS, type PaidPlan } from '@subscription-site/shared/plans';
import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { nullable } from '../account/account-subscription-documents.js';
import { RefundPreviewResponse } from '../refunds/refund-preview-documents.js';

export class SubmittedCancellationResponse implements SubmitCancellationResponse {
  @ApiProperty({ example: 'C-4821-0935-7716' }) reference: string;
  @ApiProperty({ format: 'date-time' }) receivedAt: string;
}

const STATES = ['active', 'ending', 'ended'] as const;

@ApiExtraModels(RefundPreviewResponse)
export class ManagedCancellationResponse implements ManagedCancellation {
  @ApiProperty({ enum: CANCELLATION_KINDS }) kind: CancellationKind;
  @ApiProperty({ example: 'C-4821-0935-7716' }) reference: string;
  @ApiProperty({ format: 'date-time' }) receivedAt: string;
  @ApiProperty({ enum: PAID_PLANS }) plan: PaidPlan;
  @ApiProperty({ enum: STATES, description: 'Current state of the plan.' }) state: (typeof STATES)[number];
  @ApiProperty({ description: 'Whether the plan ended with a refund.' }) refunded: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When an `ending` plan ends.',
  })
  endsAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      "When the account will be deleted at its owner's request. The plan can't be kept unless they undo that.",
  })
  deletionAt: string | null;

  @ApiProperty({ enum: CANCELLATION_ACTIONS, isArray: true, description: 'Actions that are possible now.' })
  actions: CancellationAction[];

  @ApiProperty({
    ...nullable(RefundPreviewResponse),
    description: 'What `refund` returns. Null if it is not possible, or the payment provider is unavailable.',
  })
  refund: RefundPreviewResponse | null;
}

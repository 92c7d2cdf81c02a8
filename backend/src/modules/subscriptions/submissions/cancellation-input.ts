import {
  CANCELLATION_ACTIONS,
  CANCELLATION_KINDS,
  MAX_CANCELLATION_REASON_LENGTH,
  MAX_CANCELLATION_TEXT_LENGTH,
  type CancellationAction,
  type CancellationKind,
  type CancellationLink,
  type ManageCancellationRequest,
  type SubmitCancellationRequest,
} from '@subscription-site/shared/contracts';
import { PLAIN_LINE, PLAIN_TEXT } from '@subscription-site/shared/plain-text';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { IsEmailAddress, Trimmed, TypedEmail } from '../../../platform/http/request-fields.js';

const MAX_EMAIL_LENGTH = 254;
const NOT_A_LINE =
  '$property must not contain line breaks, control characters, or characters that change the text direction';
const NOT_PLAIN =
  '$property must not contain control characters, or characters that change the text direction';

export class SubmitCancellationBody implements SubmitCancellationRequest {
  @ApiProperty({
    enum: CANCELLATION_KINDS,
    description:
      '`cancel`: end the contract. `withdraw`: withdraw from it, with a refund within the money-back guarantee.',
  })
  @IsIn(CANCELLATION_KINDS)
  kind: CancellationKind;

  @ApiProperty({ example: 'Ada Lovelace', minLength: 1, maxLength: MAX_CANCELLATION_TEXT_LENGTH })
  @Trimmed()
  @Matches(PLAIN_LINE, { message: NOT_A_LINE })
  @Length(1, MAX_CANCELLATION_TEXT_LENGTH)
  @IsString()
  name: string;

  @ApiProperty({
    format: 'email',
    example: 'ada@example.com',
    maxLength: MAX_EMAIL_LENGTH,
    description: 'Identifies the account and receives the receipt.',
  })
  @TypedEmail()
  @IsEmailAddress()
  @MaxLength(MAX_EMAIL_LENGTH)
  @IsString()
  email: string;

  @ApiPropertyOptional({
    example: 'Team plan',
    maxLength: MAX_CANCELLATION_TEXT_LENGTH,
    description: 'Free text about the contract, for staff.',
  })
  @IsOptional()
  @Trimmed()
  @Matches(PLAIN_LINE, { message: NOT_A_LINE })
  @MaxLength(MAX_CANCELLATION_TEXT_LENGTH)
  @IsString()
  contract?: string;

  @ApiPropertyOptional({
    maxLength: MAX_CANCELLATION_REASON_LENGTH,
    example: 'The service was down for a week.',
    description: 'The reason for a cancellation for good cause, for staff.',
  })
  @IsOptional()
  @Trimmed()
  @Matches(PLAIN_TEXT, { message: NOT_PLAIN })
  @MaxLength(MAX_CANCELLATION_REASON_LENGTH)
  @IsString()
  reason?: string;

  @ApiPropertyOptional({
    format: 'date',
    example: '2026-12-31',
    maxLength: 10,
    description: 'When the contract should end. Default: as soon as possible.',
  })
  @IsOptional()
  @IsISO8601({ strict: true }, { message: 'effective must be a date like 2026-12-31' })
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { message: 'effective must be a date like 2026-12-31' })
  @IsString()
  effective?: string;
}

export class CancellationLinkBody implements CancellationLink {
  @ApiProperty({ example: 'C-4821-0935-7716', maxLength: 40, description: 'As in the receipt.' })
  @MaxLength(40)
  @IsString()
  reference: string;

  @ApiProperty({
    example: 'q2w8…',
    maxLength: 100,
    description: 'The token of the link in the receipt.',
  })
  @MaxLength(100)
  @IsString()
  token: string;
}

export class ManageCancellationBody extends CancellationLinkBody implements ManageCancellationRequest {
  @ApiProperty({
    enum: CANCELLATION_ACTIONS,
    description:
      '`undo`: keep the plan. `refund`: refund and end it. `end`: end it now, although a payment is overdue.',
  })
  @IsIn(CANCELLATION_ACTIONS)
  action: CancellationAction;
}

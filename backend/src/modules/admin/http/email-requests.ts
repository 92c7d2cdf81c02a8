import {
  EMAIL_STATUSES,
  EMAIL_TEMPLATES,
  type EmailFilter,
  type EmailStatus,
} from '@subscription-site/shared/contracts';
import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { REPLAY_LIMIT } from '../../notifications/index.js';
import { CreatedBetween, PageQuery, UUID } from './pages.js';

const NOT_UUID = { message: 'id must be the id of a mail' };

export class EmailFilterFields extends CreatedBetween implements EmailFilter {
  @ApiPropertyOptional({
    example: 'ada@example.com',
    maxLength: 254,
    description: 'A whole address, or a part of one.',
  })
  @IsOptional()
  @Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: 'recipient must be an address or a part of one' })
  @MaxLength(254)
  @IsString()
  recipient?: string;

  @ApiPropertyOptional({
    enum: EMAIL_STATUSES,
    description: '`failed`: those that nobody has replayed.',
  })
  @IsOptional()
  @IsIn(EMAIL_STATUSES)
  status?: EmailStatus;

  @ApiPropertyOptional({ enum: EMAIL_TEMPLATES })
  @IsOptional()
  @IsIn(EMAIL_TEMPLATES)
  template?: string;
}

export class EmailListQuery extends IntersectionType(EmailFilterFields, PageQuery) {}

export class EmailParams {
  @ApiProperty({ format: 'uuid' })
  @Matches(UUID, NOT_UUID)
  @IsString()
  id: string;
}

export class ReplayEmailBody {
  @ApiPropertyOptional({
    format: 'email',
    example: 'ada@example.com',
    maxLength: 254,
    description:
      'A corrected address; for welcome mails only. Their link then proves that address and no other.',
  })
  @IsOptional()
  @MaxLength(254)
  @IsString()
  recipient?: string;
}

export class ReplayEmailsBody {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: REPLAY_LIMIT,
    description: 'Either these mails …',
  })
  @IsOptional()
  @Matches(UUID, { ...NOT_UUID, message: 'ids must be ids of mails', each: true })
  @ArrayMaxSize(REPLAY_LIMIT)
  @ArrayMinSize(1)
  @IsArray()
  ids?: string[];

  @ApiPropertyOptional({
    type: EmailFilterFields,
    description: `… or all failed ones that match (canceled ones when the status asks for them), oldest first, ${REPLAY_LIMIT} a call.`,
  })
  @IsOptional()
  @ValidateNested()
  @Type(() => EmailFilterFields)
  filter?: EmailFilterFields;
}

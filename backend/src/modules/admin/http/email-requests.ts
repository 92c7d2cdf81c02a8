import {
  EMAIL_STATUSES,
  EMAIL_TEMPLATES,
  type EmailFilter,
  type EmailStatus,
  type EmailTemplate,
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
import { TypedEmail } from '../../../platform/http/request-fields.js';
import { UUID } from '../../../platform/uuid.js';
import { REPLAY_LIMIT } from '../../notifications/index.js';
import { CreatedBetween, PageQuery } from './pages.js';

const INVALID_ID = { message: 'id must be the id of an email' };

export class EmailFilterFields extends CreatedBetween implements EmailFilter {
  @ApiPropertyOptional({
    example: 'ada@example.com',
    maxLength: 254,
    description: 'An email address or part of one.',
  })
  @IsOptional()
  @Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: 'recipient must be an email address or part of one' })
  @MaxLength(254)
  @IsString()
  recipient?: string;

  @ApiPropertyOptional({
    enum: EMAIL_STATUSES,
    description: '`failed` excludes emails that have been replayed.',
  })
  @IsOptional()
  @IsIn(EMAIL_STATUSES)
  status?: EmailStatus;

  @ApiPropertyOptional({ enum: EMAIL_TEMPLATES })
  @IsOptional()
  @IsIn(EMAIL_TEMPLATES)
  template?: EmailTemplate;
}

export class EmailListQuery extends IntersectionType(EmailFilterFields, PageQuery) {}

export class EmailParams {
  @ApiProperty({ format: 'uuid' })
  @Matches(UUID, INVALID_ID)
  @IsString()
  id: string;
}

export class ReplayEmailBody {
  @ApiPropertyOptional({
    format: 'email',
    example: 'ada@example.com',
    maxLength: 254,
    description:
      'A corrected address, for welcome emails only. The link in the new email confirms only that address.',
  })
  @TypedEmail()
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
    description: 'Emails to replay. Mutually exclusive with `filter`.',
  })
  @IsOptional()
  @Matches(UUID, { ...INVALID_ID, message: 'ids must be ids of emails', each: true })
  @ArrayMaxSize(REPLAY_LIMIT)
  @ArrayMinSize(1)
  @IsArray()
  ids?: string[];

  @ApiPropertyOptional({
    type: EmailFilterFields,
    description:
      'Replays all matching failed emails, or canceled ones if `status` is `canceled`, oldest first. ' +
      `At most ${REPLAY_LIMIT} per request. Mutually exclusive with \`ids\`.`,
  })
  @IsOptional()
  @ValidateNested()
  @Type(() => EmailFilterFields)
  filter?: EmailFilterFields;
}

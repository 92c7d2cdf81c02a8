import {
  SMS_STATUSES,
  type SmsList,
  type SmsListItem,
  type SmsStatus,
} from '@subscription-site/shared/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
  IntersectionType,
} from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { StaffRoute } from '../../../platform/security/access.js';
import { SmsMessages, type SmsMessage } from '../../notifications/index.js';
import { CreatedBetween, PageQuery, pageOf, positionOf, timeOf } from './pages.js';
import { STAFF_ERRORS } from './staff-errors.js';

const PURPOSES = ['sms_signup', 'sms', 'phone_change', 'reauthentication', 'factor'] as const;
const CHANNELS = ['sms', 'whatsapp'] as const;
const timeOrNull = { type: String, format: 'date-time', nullable: true } as const;
const textOrNull = { type: String, nullable: true } as const;

class SmsListQuery extends IntersectionType(CreatedBetween, PageQuery) {
  @ApiPropertyOptional({
    example: '+15550100199',
    maxLength: 32,
    description: 'A number, or how it begins; plus sign, spaces and the like do not count.',
  })
  @IsOptional()
  @Matches(/^[+\d\s()./-]*$/, { message: 'recipient must be a number or how it begins' })
  @MaxLength(32)
  @IsString()
  recipient?: string;

  @ApiPropertyOptional({ enum: SMS_STATUSES })
  @IsOptional()
  @IsIn(SMS_STATUSES)
  status?: SmsStatus;
}

class SmsListItemResponse implements SmsListItem {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) userId: string;
  @ApiProperty({ example: '15550100199' }) recipient: string;
  @ApiProperty({ enum: PURPOSES, description: 'What its code is for.' }) purpose: (typeof PURPOSES)[number];
  @ApiProperty({ enum: CHANNELS }) channel: (typeof CHANNELS)[number];
  @ApiProperty({ enum: SMS_STATUSES, description: '`canceled`: nobody waits for the code any more.' })
  status: SmsStatus;
  @ApiProperty({ ...textOrNull, description: 'What the provider calls it.' }) providerId: string | null;
  @ApiProperty({ ...textOrNull, description: 'What the provider said.' }) lastError: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ ...timeOrNull, description: 'Null while it waits.' }) finishedAt: string | null;
}

class SmsListResponse implements SmsList {
  @ApiProperty({ type: [SmsListItemResponse], description: 'Newest first.' }) items: SmsListItemResponse[];
  @ApiProperty({ ...textOrNull, description: 'Opaque; `cursor` of the next page.' }) nextCursor:
    string | null;
}

/** Text messages for support: that one was asked for and what became of it. Their codes are kept nowhere. */
@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/sms')
export class SmsController {
  constructor(private readonly smsMessages: SmsMessages) {}

  @Get()
  @ApiOperation({ summary: 'Searches text messages of the last thirty days by number, status and date' })
  @ApiOkResponse({ type: SmsListResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async list(
    @Query() { cursor, limit = 50, recipient, status, createdFrom, createdTo }: SmsListQuery,
  ): Promise<SmsListResponse> {
    const after = positionOf(cursor);
    const found = await this.smsMessages.search(
      {
        recipient: recipient?.replaceAll(/\D/g, ''),
        status,
        createdFrom: timeOf('createdFrom', createdFrom),
        createdTo: timeOf('createdTo', createdTo),
      },
      after && { createdAt: after.at, id: after.id },
      limit + 1,
    );
    const { items, nextCursor } = pageOf(found, limit, ({ createdAt: at, id }) => ({ at, id }));
    return { items: items.map(toItem), nextCursor };
  }
}

function toItem({ createdAt, finishedAt, ...same }: SmsMessage): SmsListItemResponse {
  return { ...same, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}

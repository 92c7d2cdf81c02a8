import { cleanPhoneNumber } from '@subscription-site/shared/typed-text';
import {
  SMS_STATUSES,
  type SmsFilter,
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
import { CreatedBetween, PageQuery, toPage, decodeCursor, parseTime } from './pages.js';
import { STAFF_ERRORS } from './staff-errors.js';

const PURPOSES = ['sms_signup', 'sms', 'phone_change', 'reauthentication', 'factor'] as const;
const CHANNELS = ['sms', 'whatsapp'] as const;
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

class SmsListQuery extends IntersectionType(CreatedBetween, PageQuery) implements SmsFilter {
  @ApiPropertyOptional({
    example: '+15550100199',
    maxLength: 32,
    description: 'A phone number or the beginning of one. Only digits count.',
  })
  @IsOptional()
  @Matches(/^[+\d\s()./-]*$/, { message: 'recipient must be a phone number or the beginning of one' })
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
  @ApiProperty({ enum: PURPOSES, description: 'What the code confirms.' }) purpose: (typeof PURPOSES)[number];
  @ApiProperty({ enum: CHANNELS }) channel: (typeof CHANNELS)[number];
  @ApiProperty({ enum: SMS_STATUSES, description: '`canceled`: the code is no longer needed.' })
  status: SmsStatus;
  @ApiProperty({ ...nullableText, description: "The SMS provider's ID for the message." }) providerId:
    | string
    | null;
  @ApiProperty({ ...nullableText, description: "The SMS provider's error message." }) lastError:
    | string
    | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ ...nullableTime, description: 'Null while queued.' }) finishedAt: string | null;
}

class SmsListResponse implements SmsList {
  @ApiProperty({ type: [SmsListItemResponse], description: 'Newest first.' }) items: SmsListItemResponse[];
  @ApiProperty({ ...nullableText, description: 'Opaque; pass as `cursor` to get the next page.' })
  nextCursor: string | null;
}

/** SMS messages and their delivery status, for support. Codes are not stored and not shown. */
@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/sms')
export class SmsController {
  constructor(private readonly smsMessages: SmsMessages) {}

  @Get()
  @ApiOperation({ summary: 'Search SMS messages of the last 30 days by number, status and date' })
  @ApiOkResponse({ type: SmsListResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async list(
    @Query() { cursor, limit = 50, recipient, status, createdFrom, createdTo }: SmsListQuery,
  ): Promise<SmsListResponse> {
    const after = decodeCursor(cursor);
    const found = await this.smsMessages.search(
      {
        recipient: recipient && cleanPhoneNumber(recipient).replaceAll(/\D/g, ''),
        status,
        createdFrom: parseTime('createdFrom', createdFrom),
        createdTo: parseTime('createdTo', createdTo),
      },
      after && { createdAt: after.at, id: after.id },
      limit + 1,
    );
    const { items, nextCursor } = toPage(found, limit, ({ createdAt: at, id }) => ({ at, id }));
    return { items: items.map(toListItem), nextCursor };
  }
}

function toListItem(sms: SmsMessage): SmsListItemResponse {
  const { id, userId, recipient, purpose, channel, status, providerId, lastError } = sms;
  return {
    id,
    userId,
    recipient,
    purpose,
    channel,
    status,
    providerId,
    lastError,
    createdAt: sms.createdAt.toISOString(),
    finishedAt: sms.finishedAt?.toISOString() ?? null,
  };
}

import {
  WEBHOOK_STATUSES,
  type WebhookFilter,
  type WebhookList,
  type WebhookListItem,
  type WebhookReplay,
  type WebhookStatus,
} from '@subscription-site/shared/contracts';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { UuidParam } from '../../../platform/http/request-fields.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { StaffWebhooks, type ReceivedWebhook } from '../../billing/index.js';
import { PageQuery, decodeCursor, toPage } from './pages.js';
import { STAFF_ERRORS } from './staff-errors.js';
import { StaffReason } from './staff-reason.js';

const MAX_ID_LENGTH = 255;

class WebhookListQuery extends PageQuery implements WebhookFilter {
  @ApiPropertyOptional({ enum: WEBHOOK_STATUSES })
  @IsOptional()
  @IsIn(WEBHOOK_STATUSES)
  status?: WebhookStatus;

  @ApiPropertyOptional({
    example: 'invoice.payment_failed',
    maxLength: 100,
    description: 'A type or the beginning of one.',
  })
  @IsOptional()
  @Matches(/^[a-z0-9_.]*$/, { message: 'type must be an event type or the beginning of one' })
  @MaxLength(100)
  @IsString()
  type?: string;

  @ApiPropertyOptional({
    example: 'sub_1Qa2Bc3De4Fg5H',
    maxLength: MAX_ID_LENGTH,
    description:
      "The payment provider's ID of the event, of its object, or of the payment, subscription, invoice or customer of that object.",
  })
  @IsOptional()
  @Matches(/^\w*$/, { message: 'objectId must be an ID of the payment provider' })
  @MaxLength(MAX_ID_LENGTH)
  @IsString()
  objectId?: string;
}

class WebhookListItemResponse implements WebhookListItem {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ example: 'evt_…', description: "The payment provider's ID of the event." })
  providerEventId: string;
  @ApiProperty({ example: 'invoice.paid' }) type: string;
  @ApiProperty({ example: 'in_…', description: 'ID of the object that the event is about.' })
  objectId: string;
  @ApiProperty({
    enum: WEBHOOK_STATUSES,
    description: '`failing`: the last attempt to process the event failed; it is retried.',
  })
  status: WebhookStatus;
  @ApiProperty({ format: 'date-time' }) receivedAt: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null until the event is handled, and again two weeks later.',
  })
  handledAt: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Null if the event was handled more than two weeks ago.',
  })
  attempts: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  lastError: string | null;
  @ApiProperty({
    description:
      'Whether the event can be processed again. False for handled declines, which would be counted twice.',
  })
  replayable: boolean;
}

class WebhookListResponse implements WebhookList {
  @ApiProperty({ type: [WebhookListItemResponse], description: 'Newest first.' })
  items: WebhookListItemResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Opaque; pass as `cursor` to get the next page.',
  })
  nextCursor: string | null;
}

class WebhookParams {
  @UuidParam('a webhook event id')
  id: string;
}

class WebhookReplayBody {
  @StaffReason('The payment provider was unavailable.')
  reason: string;
}

class WebhookReplayResponse implements WebhookReplay {
  @ApiProperty({ enum: ['due'] }) status: 'due';
}

/** Events that the payment provider sent, without their contents. */
@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: StaffWebhooks) {}

  @Get()
  @ApiOperation({ summary: 'Search webhook events of the last 120 days by status, type and object' })
  @ApiOkResponse({ type: WebhookListResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async list(
    @Query() { cursor, limit = 50, status, type, objectId }: WebhookListQuery,
  ): Promise<WebhookListResponse> {
    const after = decodeCursor(cursor);
    const found = await this.webhooks.search(
      { status, type, objectId },
      after && { receivedAt: after.at, id: after.id },
      limit + 1,
    );
    const { items, nextCursor } = toPage(found, limit, ({ receivedAt: at, id }) => ({ at, id }));
    return { items: items.map(toListItem), nextCursor };
  }

  @Post(':id/replay')
  @HttpCode(202)
  @StaffRoute('admin')
  @ApiOperation({
    summary: 'Process a webhook event again (administrators)',
    description: 'The current state is read from the payment provider, so this is safe at any time.',
  })
  @ApiAcceptedResponse({ type: WebhookReplayResponse })
  @ApiErrors({
    ...STAFF_ERRORS,
    400: ['bad_json'],
    404: ['not_found'],
    409: ['webhook_not_replayable'],
    422: ['validation_failed'],
  })
  async replay(
    @CurrentCaller() { userId: actorId }: Caller,
    @Param() { id }: WebhookParams,
    @Body() { reason }: WebhookReplayBody,
  ): Promise<WebhookReplayResponse> {
    await this.webhooks.replay(id, { actorId, reason });
    return { status: 'due' };
  }
}

function toListItem({ receivedAt, handledAt, ...webhook }: ReceivedWebhook): WebhookListItemResponse {
  return {
    ...webhook,
    receivedAt: receivedAt.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
  };
}

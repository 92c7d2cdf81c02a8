import { emailProblem } from '@subscription-site/shared/email-address';
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ValidationError } from '../../../platform/domain-error.js';
import { SupportsIdempotencyKey, ApiErrors } from '../../../platform/http/documentation.js';
import { Idempotency } from '../../../platform/http/idempotency.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { Emails, type EmailSearch } from '../../notifications/index.js';
import {
  EmailDetailResponse,
  EmailListResponse,
  ReplayOutcomeResponse,
  ReplayResultResponse,
  toDetail,
  toListItem,
  toReplayResult,
} from './email-responses.js';
import {
  EmailFilterFields,
  EmailListQuery,
  EmailParams,
  ReplayEmailBody,
  ReplayEmailsBody,
} from './email-requests.js';
import { toPage, decodeCursor, parseTime } from './pages.js';
import { STAFF_ERRORS } from './staff-errors.js';

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/emails')
export class EmailsController {
  constructor(private readonly emails: Emails) {}

  @Get()
  @ApiOperation({ summary: 'Search emails by recipient, status, template and date' })
  @ApiOkResponse({ type: EmailListResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async list(@Query() { cursor, limit = 50, ...filter }: EmailListQuery): Promise<EmailListResponse> {
    const after = decodeCursor(cursor);
    const found = await this.emails.search(
      toSearch(filter),
      after && { createdAt: after.at, id: after.id },
      limit + 1,
    );
    const { items, nextCursor } = toPage(found, limit, ({ createdAt: at, id }) => ({ at, id }));
    return { items: items.map(toListItem), nextCursor };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Retrieve an email with its attempts and a preview' })
  @ApiOkResponse({ type: EmailDetailResponse })
  @ApiErrors({ ...STAFF_ERRORS, 404: ['not_found'], 422: ['validation_failed'] })
  async detail(@Param() { id }: EmailParams): Promise<EmailDetailResponse> {
    return toDetail(await this.emails.find(id));
  }

  @Post('replay')
  @HttpCode(200)
  @UseInterceptors(Idempotency)
  @SupportsIdempotencyKey()
  @ApiOperation({ summary: 'Replay the given emails, or all failed ones that match a filter' })
  @ApiOkResponse({ type: ReplayResultResponse })
  @ApiErrors({
    ...STAFF_ERRORS,
    400: ['bad_json'],
    409: ['idempotency_in_progress'],
    422: ['validation_failed', 'idempotency_key_reused'],
  })
  async replayMany(
    @CurrentCaller() { userId }: Caller,
    @Body() { ids, filter }: ReplayEmailsBody,
  ): Promise<ReplayResultResponse> {
    if (ids && !filter) return toReplayResult(await this.emails.replayMany(ids, userId), 0);
    if (!filter || ids)
      throw new ValidationError([{ field: 'ids', message: 'Provide either ids or a filter.' }]);
    const { replays, remaining } = await this.emails.replayMatching(toSearch(filter), userId);
    return toReplayResult(replays, remaining);
  }

  @Post(':id/replay')
  @HttpCode(200)
  @UseInterceptors(Idempotency)
  @SupportsIdempotencyKey()
  @ApiOperation({
    summary: 'Replay an email',
    description:
      "Sends a new email to the account's current address, or a welcome email to a corrected one. Concurrent requests send one email. " +
      'An email that was sent successfully is not sent again, except a welcome email to a corrected address.',
  })
  @ApiOkResponse({ type: ReplayOutcomeResponse })
  @ApiErrors({
    ...STAFF_ERRORS,
    400: ['bad_json'],
    404: ['not_found'],
    409: ['email_not_replayable', 'idempotency_in_progress'],
    422: ['validation_failed', 'idempotency_key_reused'],
  })
  async replay(
    @CurrentCaller() { userId }: Caller,
    @Param() { id }: EmailParams,
    @Body() body: ReplayEmailBody,
  ): Promise<ReplayOutcomeResponse> {
    const recipient = body.recipient ?? undefined;
    const problem = recipient === undefined ? undefined : emailProblem(recipient);
    if (problem) throw new ValidationError([{ field: 'recipient', message: problem }]);
    return this.emails.replay(id, userId, recipient?.trim());
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel a queued email, or dismiss a failed one' })
  @ApiOkResponse({ type: EmailDetailResponse })
  @ApiErrors({
    ...STAFF_ERRORS,
    404: ['not_found'],
    409: ['email_not_replayable'],
    422: ['validation_failed'],
  })
  async cancel(
    @CurrentCaller() { userId }: Caller,
    @Param() { id }: EmailParams,
  ): Promise<EmailDetailResponse> {
    await this.emails.cancel(id, userId);
    return toDetail(await this.emails.find(id));
  }
}

function toSearch({ createdFrom, createdTo, ...filter }: EmailFilterFields): EmailSearch {
  return {
    ...filter,
    createdFrom: parseTime('createdFrom', createdFrom),
    createdTo: parseTime('createdTo', createdTo),
  };
}

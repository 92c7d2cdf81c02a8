import {
  CANCELLATION_KINDS,
  CANCELLATION_OUTCOMES,
  type CancellationKind,
  type CancellationOutcome,
  type CancellationSubmissionFilter,
  type CancellationSubmissionItem,
  type CancellationSubmissionList,
} from '@subscription-site/shared/contracts';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { Response } from 'express';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { UuidParam } from '../../../platform/http/request-fields.js';
import {
  CancellationSubmissions,
  type CancellationSubmission,
  type PlanEnd,
} from '../../subscriptions/index.js';
import { ExportSubmission } from '../application/export-submission.js';
import { decodeCursor, PageQuery, toPage } from './pages.js';
import { STAFF_ERRORS } from './staff-errors.js';

const nullableTime = { type: String, format: 'date-time', nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

class CancellationSubmissionListQuery extends PageQuery implements CancellationSubmissionFilter {
  @ApiPropertyOptional({
    example: 'ada@example.com',
    maxLength: 254,
    description: 'A reference, an email address or the beginning of one, or a user ID.',
  })
  @IsOptional()
  @Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: 'search must be a reference or an email address' })
  @MaxLength(254)
  @IsString()
  search?: string;

  @ApiPropertyOptional({ enum: CANCELLATION_OUTCOMES })
  @IsOptional()
  @IsIn(CANCELLATION_OUTCOMES)
  outcome?: CancellationOutcome;

  @ApiPropertyOptional({
    enum: ['true'],
    description: 'Only those waiting for the customer to confirm the refund or the end of the plan.',
  })
  @IsOptional()
  @IsIn(['true'])
  waiting?: 'true';
}

class SubmissionParams {
  @UuidParam('the id of a cancellation')
  id: string;
}

class CancellationSubmissionResponse implements CancellationSubmissionItem {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ example: 'C-4821-0935-7716' }) reference: string;
  @ApiProperty({ enum: CANCELLATION_KINDS }) kind: CancellationKind;
  @ApiProperty({ ...nullableText, description: 'Like the other personal data, null once erased.' })
  name: string | null;
  @ApiProperty(nullableText) email: string | null;
  @ApiProperty(nullableText) contract: string | null;
  @ApiProperty(nullableText) reason: string | null;
  @ApiProperty({
    ...nullableText,
    format: 'date',
    description: 'When it should end; null for as soon as possible.',
  })
  effective: string | null;

  @ApiProperty({
    enum: CANCELLATION_OUTCOMES,
    nullable: true,
    description:
      'Null until processed. `confirmation_needed`: a payment is overdue, so ending the plan must be confirmed with the link in the receipt. ' +
      '`later_date`: it should end after the current period. `unmatched`: no account has this address.',
  })
  outcome: CancellationOutcome | null;

  @ApiProperty({
    description:
      'Whether the refund, or the end of the plan, can still be confirmed with the link in the receipt.',
  })
  waiting: boolean;

  @ApiProperty({ ...nullableText, format: 'uuid' }) userId: string | null;
  @ApiProperty({ ...nullableTime, description: 'As stated in the receipt.' }) endsAt: string | null;
  @ApiProperty({ ...nullableTime, description: "When the plan ended; null if it hasn't." })
  endedAt: string | null;
  @ApiProperty({ description: 'Whether the plan ended with a refund.' }) refunded: boolean;
  @ApiProperty({ format: 'date-time' }) receivedAt: string;
  @ApiProperty({ ...nullableTime, description: 'When its refund or end was confirmed through the receipt.' })
  confirmedAt: string | null;
  @ApiProperty({
    ...nullableTime,
    description: 'When the customer undid it, through the receipt or in their account.',
  })
  undoneAt: string | null;
}

class CancellationSubmissionListResponse implements CancellationSubmissionList {
  @ApiProperty({ type: [CancellationSubmissionResponse], description: 'Newest first.' })
  items: CancellationSubmissionResponse[];

  @ApiProperty({ ...nullableText, description: 'Opaque; pass as `cursor` to get the next page.' })
  nextCursor: string | null;
}

/** Cancellations and withdrawals that were submitted without signing in, with their free text. */
@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/cancellation-submissions')
export class CancellationSubmissionsController {
  constructor(
    private readonly submissions: CancellationSubmissions,
    private readonly exportSubmission: ExportSubmission,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search cancellations and withdrawals submitted without signing in' })
  @ApiOkResponse({ type: CancellationSubmissionListResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async list(
    @Query() { cursor, limit = 50, search, outcome, waiting }: CancellationSubmissionListQuery,
  ): Promise<CancellationSubmissionListResponse> {
    const after = decodeCursor(cursor);
    const found = await this.submissions.search(
      { search: search?.trim(), outcome, waiting: waiting !== undefined },
      after && { receivedAt: after.at, id: after.id },
      limit + 1,
    );
    const { items, nextCursor } = toPage(found, limit, ({ receivedAt: at, id }) => ({ at, id }));
    const waitingIds = await this.submissions.waitingAmong(items.map(({ id }) => id));
    const undoneTimes = await this.submissions.findUndoneTimes(items);
    const ends = await this.submissions.findPlanEnds(items);
    return {
      items: items.map((item) =>
        toItem(item, {
          waiting: waitingIds.has(item.id),
          undoneAt: undoneTimes.get(item.id),
          end: ends.get(item.id),
        }),
      ),
      nextCursor,
    };
  }

  @Get(':id/declaration')
  @ApiOperation({
    summary: 'Download a cancellation or withdrawal as a text file',
    description:
      'Personal data is left out if the account was deleted. Each download is recorded in the audit log.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @ApiErrors({ ...STAFF_ERRORS, 404: ['not_found'], 422: ['validation_failed'] })
  async declaration(
    @CurrentCaller() { userId }: Caller,
    @Param() { id }: SubmissionParams,
    @Res() response: Response,
  ): Promise<void> {
    const { name, text } = await this.exportSubmission.export(userId, id);
    response
      .set({
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(text);
  }
}

function toItem(
  submission: CancellationSubmission,
  { waiting, undoneAt, end }: { waiting: boolean; undoneAt: Date | undefined; end: PlanEnd | undefined },
): CancellationSubmissionResponse {
  const { id, reference, kind, name, email, contract, reason, outcome, userId } = submission;
  return {
    id,
    reference,
    kind,
    name,
    email,
    contract,
    reason,
    effective: submission.effectiveOn,
    outcome,
    waiting,
    userId,
    endsAt: submission.endsAt?.toISOString() ?? null,
    endedAt: end?.at.toISOString() ?? null,
    refunded: end?.refunded ?? false,
    receivedAt: submission.receivedAt.toISOString(),
    confirmedAt: submission.confirmedAt?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
  };
}

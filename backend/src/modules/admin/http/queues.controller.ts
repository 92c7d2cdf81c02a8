import type { EmailStatus, QueueMetrics, QueueOverview } from '@subscription-site/shared/contracts';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { QUEUE_NAMES, type QueueName } from '../../../platform/config/settings.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { ManageQueues } from '../application/manage-queues.js';
import { STAFF_ERRORS } from './staff-errors.js';
import { OptionalStaffReason } from './staff-reason.js';

class QueueParams {
  @ApiProperty({ enum: QUEUE_NAMES })
  @IsIn(QUEUE_NAMES)
  name: QueueName;
}

class QueueBody {
  @OptionalStaffReason('The mail server is down.')
  reason?: string;
}

class QueueMetricsResponse implements QueueMetrics {
  @ApiProperty({ enum: QUEUE_NAMES }) name: string;
  @ApiProperty({ type: 'integer', description: 'Due, but not yet being processed.' }) waiting: number;
  @ApiProperty({ type: 'integer', description: 'Being processed.' }) active: number;
  @ApiProperty({ type: 'integer', description: 'Not due yet, mostly retries.' }) delayed: number;
  @ApiProperty() paused: boolean;
  @ApiProperty({
    type: 'integer',
    description: 'Seconds since the oldest unfinished event became due; 0 when none.',
  })
  oldestDueSeconds: number;
  @ApiProperty({ type: 'integer', description: 'Unfinished events whose last attempt failed.' })
  failing: number;
}

class QueueOverviewResponse implements QueueOverview {
  @ApiProperty({
    enum: ['up', 'down'],
    description: 'While Redis is down, nothing is shown as active or paused. The other metrics are accurate.',
  })
  redis: 'up' | 'down';
  @ApiProperty({ type: [QueueMetricsResponse] }) queues: QueueMetricsResponse[];
  @ApiProperty({
    description: 'Emails by status.',
    example: { queued: 0, sending: 0, sent: 12, failed: 1, canceled: 0 },
  })
  emails: Record<EmailStatus, number>;
}

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/queues')
export class QueuesController {
  constructor(private readonly manageQueues: ManageQueues) {}

  @Get()
  @ApiOperation({ summary: 'Retrieve queue metrics and email counts by status' })
  @ApiOkResponse({ type: QueueOverviewResponse })
  @ApiErrors(STAFF_ERRORS)
  overview(): Promise<QueueOverviewResponse> {
    return this.manageQueues.overview();
  }

  @Post(':name/pause')
  @HttpCode(200)
  @StaffRoute('admin')
  @ApiOperation({ summary: 'Pause a queue for all workers (administrators)' })
  @ApiBody({ type: QueueBody, required: false })
  @ApiOkResponse({ type: QueueMetricsResponse })
  @ApiErrors({ ...STAFF_ERRORS, 400: ['bad_json'], 422: ['validation_failed'] })
  pause(
    @CurrentCaller() caller: Caller,
    @Param() { name }: QueueParams,
    @Body() { reason }: QueueBody,
  ): Promise<QueueMetricsResponse> {
    return this.manageQueues.setPaused(name, true, { actorId: caller.userId, reason });
  }

  @Post(':name/resume')
  @HttpCode(200)
  @StaffRoute('admin')
  @ApiOperation({ summary: 'Resume a queue (administrators)' })
  @ApiBody({ type: QueueBody, required: false })
  @ApiOkResponse({ type: QueueMetricsResponse })
  @ApiErrors({ ...STAFF_ERRORS, 400: ['bad_json'], 422: ['validation_failed'] })
  resume(
    @CurrentCaller() caller: Caller,
    @Param() { name }: QueueParams,
    @Body() { reason }: QueueBody,
  ): Promise<QueueMetricsResponse> {
    return this.manageQueues.setPaused(name, false, { actorId: caller.userId, reason });
  }
}

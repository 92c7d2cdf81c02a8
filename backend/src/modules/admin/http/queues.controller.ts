import type { EmailStatus, QueueFigures, QueueOverview } from '@subscription-site/shared/contracts';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { QUEUE_NAMES, type QueueName } from '../../../platform/config/settings.js';
import { Refuses } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { OverseeQueues } from '../application/oversee-queues.js';
import { STAFF_ERRORS } from './staff-errors.js';

class QueueParams {
  @ApiProperty({ enum: QUEUE_NAMES })
  @IsIn(QUEUE_NAMES)
  name: QueueName;
}

class QueueFiguresAnswer implements QueueFigures {
  @ApiProperty({ enum: QUEUE_NAMES }) name: string;
  @ApiProperty({ type: 'integer', description: 'Due and not in the hands of a worker.' }) waiting: number;
  @ApiProperty({ type: 'integer', description: 'In the hands of workers.' }) active: number;
  @ApiProperty({ type: 'integer', description: 'Waiting for their time: retries, mostly.' }) delayed: number;
  @ApiProperty() paused: boolean;
  @ApiProperty({
    type: 'integer',
    description: 'Seconds since the oldest unfinished event became due; 0 when none.',
  })
  oldestDueSeconds: number;
  @ApiProperty({ type: 'integer', description: 'Unfinished events whose last attempt failed.' })
  failing: number;
}

class QueueOverviewAnswer implements QueueOverview {
  @ApiProperty({
    enum: ['up', 'down'],
    description: 'While Redis is away nothing shows as active or paused; what waits is known all the same.',
  })
  redis: 'up' | 'down';
  @ApiProperty({ type: [QueueFiguresAnswer] }) queues: QueueFiguresAnswer[];
  @ApiProperty({
    description: 'Mails by status.',
    example: { queued: 0, sending: 0, sent: 12, failed: 1, canceled: 0 },
  })
  emails: Record<EmailStatus, number>;
}

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/queues')
export class QueuesController {
  constructor(private readonly oversee: OverseeQueues) {}

  @Get()
  @ApiOperation({ summary: 'Depth, age and failures of the queues, and mails by status' })
  @ApiOkResponse({ type: QueueOverviewAnswer })
  @Refuses(STAFF_ERRORS)
  overview(): Promise<QueueOverviewAnswer> {
    return this.oversee.overview();
  }

  @Post(':name/pause')
  @HttpCode(200)
  @StaffRoute('admin')
  @ApiOperation({ summary: 'Holds a queue for all workers (administrators)' })
  @ApiOkResponse({ type: QueueFiguresAnswer })
  @Refuses({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  pause(@CurrentCaller() caller: Caller, @Param() { name }: QueueParams): Promise<QueueFiguresAnswer> {
    return this.oversee.setPaused(name, true, caller.accountId);
  }

  @Post(':name/resume')
  @HttpCode(200)
  @StaffRoute('admin')
  @ApiOperation({ summary: 'Lets a queue go on (administrators)' })
  @ApiOkResponse({ type: QueueFiguresAnswer })
  @Refuses({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  resume(@CurrentCaller() caller: Caller, @Param() { name }: QueueParams): Promise<QueueFiguresAnswer> {
    return this.oversee.setPaused(name, false, caller.accountId);
  }
}

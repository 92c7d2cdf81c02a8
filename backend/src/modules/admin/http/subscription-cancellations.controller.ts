import type { CancellationRetry, FailedCancellation, ItemList } from '@subscription-site/shared/contracts';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { UuidParam } from '../../../platform/http/request-fields.js';
import { SubscriptionCancellations } from '../../subscriptions/index.js';
import { STAFF_ERRORS } from './staff-errors.js';

class CancellationParams {
  @UuidParam('a user id')
  userId: string;
}

class FailedCancellationResponse implements FailedCancellation {
  @ApiProperty({ format: 'uuid' }) userId: string;
  @ApiProperty({ format: 'date-time' }) deletedAt: string;
  @ApiProperty({ format: 'date-time', description: 'When the retries were exhausted.' }) failedAt: string;
  @ApiProperty({ description: "The payment provider's error message." }) reason: string;
}

class FailedCancellationListResponse implements ItemList<FailedCancellation> {
  @ApiProperty({ type: [FailedCancellationResponse], description: 'Oldest first, at most 500.' })
  items: FailedCancellationResponse[];
}

class CancellationRetryResponse implements CancellationRetry {
  @ApiProperty({ enum: ['due'] }) status: 'due';
}

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/subscription-cancellations')
export class SubscriptionCancellationsController {
  constructor(private readonly cancellations: SubscriptionCancellations) {}

  @Get()
  @ApiOperation({ summary: 'List deleted accounts whose subscriptions could not be canceled' })
  @ApiOkResponse({ type: FailedCancellationListResponse })
  @ApiErrors(STAFF_ERRORS)
  async failed(): Promise<FailedCancellationListResponse> {
    const cancellations = await this.cancellations.listFailed();
    return {
      items: cancellations.map(({ userId, deletedAt, finishedAt, lastError }) => ({
        userId,
        deletedAt: deletedAt.toISOString(),
        failedAt: finishedAt!.toISOString(),
        reason: lastError!,
      })),
    };
  }

  @Post(':userId/replay')
  @HttpCode(202)
  @ApiOperation({ summary: "Retry canceling a deleted account's subscriptions" })
  @ApiAcceptedResponse({ type: CancellationRetryResponse })
  @ApiErrors({ ...STAFF_ERRORS, 404: ['not_found'], 422: ['validation_failed'] })
  async replay(
    @CurrentCaller() caller: Caller,
    @Param() { userId }: CancellationParams,
  ): Promise<CancellationRetryResponse> {
    await this.cancellations.retry(userId, caller.userId);
    return { status: 'due' };
  }
}

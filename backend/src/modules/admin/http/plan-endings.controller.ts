import type { FailedPlanEnding } from '@subscription-site/shared/contracts';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { Refuses } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { PlanEndings } from '../../subscriptions/index.js';
import { UUID } from './pages.js';
import { STAFF_ERRORS } from './staff-errors.js';

class PlanEndingParams {
  @ApiProperty({ format: 'uuid' })
  @Matches(UUID, { message: 'accountId must be the id of an account' })
  @IsString()
  accountId: string;
}

class FailedPlanEndingAnswer implements FailedPlanEnding {
  @ApiProperty({ format: 'uuid' }) accountId: string;
  @ApiProperty({ format: 'date-time' }) deletedAt: string;
  @ApiProperty({ format: 'date-time', description: 'When it was given up.' }) failedAt: string;
  @ApiProperty({ description: 'What the payment provider said.' }) reason: string;
}

class FailedPlanEndingsAnswer {
  @ApiProperty({ type: [FailedPlanEndingAnswer], description: 'Longest waiting first, at most 500.' })
  items: FailedPlanEndingAnswer[];
}

class PlanEndingOrderedAnswer {
  @ApiProperty({ enum: ['due'] }) status: 'due';
}

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/plan-endings')
export class PlanEndingsController {
  constructor(private readonly endings: PlanEndings) {}

  @Get()
  @ApiOperation({ summary: 'Deleted accounts whose plans could not be ended at the payment provider' })
  @ApiOkResponse({ type: FailedPlanEndingsAnswer })
  @Refuses(STAFF_ERRORS)
  async failed(): Promise<FailedPlanEndingsAnswer> {
    const endings = await this.endings.listFailed();
    return {
      items: endings.map(({ accountId, deletedAt, finishedAt, lastError }) => ({
        accountId,
        deletedAt: deletedAt.toISOString(),
        failedAt: finishedAt!.toISOString(),
        reason: lastError!,
      })),
    };
  }

  @Post(':accountId/replay')
  @HttpCode(202)
  @ApiOperation({ summary: 'Tries again to end the plans of a deleted account' })
  @ApiAcceptedResponse({ type: PlanEndingOrderedAnswer })
  @Refuses({ ...STAFF_ERRORS, 404: ['not_found'], 422: ['validation_failed'] })
  async replay(
    @CurrentCaller() caller: Caller,
    @Param() { accountId }: PlanEndingParams,
  ): Promise<PlanEndingOrderedAnswer> {
    await this.endings.replay(accountId, caller.accountId);
    return { status: 'due' };
  }
}

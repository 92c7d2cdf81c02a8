import {
  SUBSCRIPTION_MISMATCHES,
  type ItemList,
  type SubscriptionMismatch,
  type SubscriptionMismatchKind,
} from '@subscription-site/shared/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { StaffRoute } from '../../../platform/security/access.js';
import { SubscriptionMismatches } from '../../subscriptions/index.js';
import { STAFF_ERRORS } from './staff-errors.js';

class SubscriptionMismatchResponse implements SubscriptionMismatch {
  @ApiProperty({ example: 'sub_…' }) providerSubscriptionId: string;

  @ApiProperty({
    enum: SUBSCRIPTION_MISMATCHES,
    description:
      '`unknown`: not ours. `ended_here`: still running at the provider. `duplicate`: the customer has another one. `missing`: it does not exist there.',
  })
  kind: SubscriptionMismatchKind;

  @ApiProperty({ type: String, format: 'uuid', nullable: true }) userId: string | null;
  @ApiProperty({ format: 'date-time' }) foundAt: string;
}

class SubscriptionMismatchListResponse implements ItemList<SubscriptionMismatch> {
  @ApiProperty({ type: [SubscriptionMismatchResponse], description: 'Oldest first, at most 500.' })
  items: SubscriptionMismatchResponse[];
}

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/subscription-mismatches')
export class SubscriptionMismatchesController {
  constructor(private readonly mismatches: SubscriptionMismatches) {}

  @Get()
  @ApiOperation({ summary: "List subscriptions at the payment provider that don't match ours" })
  @ApiOkResponse({ type: SubscriptionMismatchListResponse })
  @ApiErrors(STAFF_ERRORS)
  async list(): Promise<SubscriptionMismatchListResponse> {
    const open = await this.mismatches.listOpen();
    return {
      items: open.map(({ providerSubscriptionId, kind, userId, foundAt }) => ({
        providerSubscriptionId,
        kind,
        userId,
        foundAt: foundAt.toISOString(),
      })),
    };
  }
}

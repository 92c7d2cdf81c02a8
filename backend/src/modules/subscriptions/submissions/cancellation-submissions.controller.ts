import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiErrors, SupportsIdempotencyKey } from '../../../platform/http/documentation.js';
import { Idempotency } from '../../../platform/http/idempotency.js';
import { PublicRoute } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { ManagedCancellationResponse, SubmittedCancellationResponse } from './cancellation-documents.js';
import {
  CancellationLinkBody,
  ManageCancellationBody,
  SubmitCancellationBody,
} from './cancellation-input.js';
import { ManageSubmission } from './manage-submission.js';
import { SubmitCancellation } from './submit-cancellation.js';

@ApiTags('functions')
@PublicRoute()
@Controller('functions/v1')
export class CancellationSubmissionsController {
  constructor(
    private readonly submitCancellation: SubmitCancellation,
    private readonly manageSubmission: ManageSubmission,
  ) {}

  @Post('submit-cancellation')
  @HttpCode(202)
  @UseInterceptors(Idempotency)
  @SupportsIdempotencyKey()
  @LimitPerIp({ name: 'submit-cancellation', points: 20, seconds: 3600 })
  @ApiOperation({
    summary: 'Cancel or withdraw from a contract without signing in',
    description:
      'The response is the same whether or not the address belongs to an account. The plan of a matching account is set to end with its ' +
      'period, and the emailed receipt has a link to undo that, or to confirm what cannot be undone. Limited to 5 calls per ' +
      'email address per day.',
  })
  @ApiAcceptedResponse({ type: SubmittedCancellationResponse })
  @ApiErrors({
    400: ['bad_json'],
    409: ['idempotency_in_progress'],
    422: ['validation_failed', 'idempotency_key_reused'],
  })
  async submit(@Body() body: SubmitCancellationBody): Promise<SubmittedCancellationResponse> {
    const { reference, receivedAt } = await this.submitCancellation.submit(body);
    return { reference, receivedAt: receivedAt.toISOString() };
  }

  @Post('view-cancellation')
  @HttpCode(200)
  @LimitPerIp({ name: 'view-cancellation', points: 120, seconds: 3600 })
  @ApiOperation({ summary: 'Retrieve a submitted cancellation, using the link in its receipt' })
  @ApiOkResponse({ type: ManagedCancellationResponse })
  @ApiErrors({ 400: ['bad_json'], 404: ['not_found'], 422: ['validation_failed'] })
  view(@Body() { reference, token }: CancellationLinkBody): Promise<ManagedCancellationResponse> {
    return this.manageSubmission.view(reference, token);
  }

  @Post('manage-cancellation')
  @HttpCode(200)
  @LimitPerIp({ name: 'manage-cancellation', points: 30, seconds: 3600 })
  @ApiOperation({
    summary: 'Undo or confirm a submitted cancellation, using the link in its receipt',
    description: 'An action that is no longer possible changes nothing. Returns the state afterward.',
  })
  @ApiOkResponse({ type: ManagedCancellationResponse })
  @ApiErrors({
    400: ['bad_json'],
    404: ['not_found', 'no_subscription'],
    409: ['not_refundable', 'change_not_possible', 'account_deletion_scheduled'],
    422: ['validation_failed'],
    503: ['payment_provider_unavailable'],
  })
  manage(@Body() { reference, token, action }: ManageCancellationBody): Promise<ManagedCancellationResponse> {
    return this.manageSubmission.run(reference, token, action);
  }
}

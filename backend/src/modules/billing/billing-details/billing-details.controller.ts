import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { BillingDetailsResponse } from './billing-details-documents.js';
import { SaveBillingDetailsBody } from './billing-details-input.js';
import { CustomerBillingDetails } from './customer-billing-details.js';

/** Each change is a call to the payment provider. */
const CHANGES_PER_ACCOUNT: Limit = { name: 'billing-details-account', points: 30, seconds: 3600 };

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/billing-details')
export class BillingDetailsController {
  constructor(
    private readonly billingDetails: CustomerBillingDetails,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  @ApiOperation({ summary: "Retrieve the caller's billing details" })
  @ApiOkResponse({ type: BillingDetailsResponse })
  @ApiErrors({ 401: ['unauthorized'] })
  view(@CurrentCaller() { userId }: Caller): Promise<BillingDetailsResponse> {
    return this.billingDetails.find(userId);
  }

  @Put()
  @ApiOperation({
    summary: "Replace the caller's billing details",
    description: 'New invoices show them. Invoices issued before stay unchanged.',
  })
  @ApiOkResponse({ type: BillingDetailsResponse })
  @ApiErrors({ 401: ['unauthorized'], 422: ['validation_failed'] })
  async save(
    @CurrentCaller() { userId }: Caller,
    @Body() body: SaveBillingDetailsBody,
  ): Promise<BillingDetailsResponse> {
    await this.limits.count(CHANGES_PER_ACCOUNT, userId);
    return this.billingDetails.save(userId, body);
  }
}

import type { RefundResult, StaffCustomer } from '@subscription-site/shared/contracts';
import { emailProblem } from '@subscription-site/shared/email-address';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ValidationError } from '../../../platform/domain-error.js';
import { ApiErrors, SupportsIdempotencyKey } from '../../../platform/http/documentation.js';
import { Idempotency } from '../../../platform/http/idempotency.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { ReplaceCustomerEmail } from '../../auth/index.js';
import { StaffSubscriptions } from '../../subscriptions/index.js';
import { SearchCustomers } from '../application/search-customers.js';
import { ViewCustomer } from '../application/view-customer.js';
import {
  CustomerParams,
  CustomerSearchQuery,
  PaymentParams,
  RefundPaymentBody,
  ReplaceEmailBody,
  StaffCancellationBody,
  SubscriptionParams,
} from './customer-requests.js';
import {
  RefundPaymentResponse,
  StaffCancellationResponse,
  StaffCustomerListResponse,
  StaffCustomerResponse,
} from './customer-responses.js';
import { STAFF_ERRORS } from './staff-errors.js';

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1')
export class CustomersController {
  constructor(
    private readonly searchCustomers: SearchCustomers,
    private readonly viewCustomer: ViewCustomer,
    private readonly staffSubscriptions: StaffSubscriptions,
    private readonly replaceCustomerEmail: ReplaceCustomerEmail,
  ) {}

  @Get('customers')
  @ApiOperation({
    summary:
      'Search for customers by current or former email, name, ID, document number, or cancellation reference',
    description: 'A search by ID or number also finds deleted customers as long as records of them are kept.',
  })
  @ApiOkResponse({ type: StaffCustomerListResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async search(@Query() { q }: CustomerSearchQuery): Promise<StaffCustomerListResponse> {
    return { items: await this.searchCustomers.search(q) };
  }

  @Get('customers/:id')
  @ApiOperation({
    summary: 'Retrieve a customer with their subscriptions and payments',
    description: 'For a deleted customer, only what is kept for accounting.',
  })
  @ApiOkResponse({ type: StaffCustomerResponse })
  @ApiErrors({ ...STAFF_ERRORS, 404: ['not_found'], 422: ['validation_failed'] })
  customer(@Param() { id }: CustomerParams): Promise<StaffCustomer> {
    return this.viewCustomer.view(id);
  }

  @Put('customers/:id/email')
  @StaffRoute('admin')
  @ApiOperation({
    summary: "Replace a customer's email address",
    description:
      'For customers who can no longer use their address. Verify their identity first. Takes effect immediately, voids pending links ' +
      'and notifies the former address. An unconfirmed address stays unconfirmed. The address of staff cannot be replaced.',
  })
  @ApiOkResponse({ type: StaffCustomerResponse })
  @ApiErrors({
    ...STAFF_ERRORS,
    400: ['bad_json'],
    404: ['not_found'],
    422: ['validation_failed', 'email_exists'],
  })
  async replaceEmail(
    @CurrentCaller() { userId: actorId }: Caller,
    @Param() { id }: CustomerParams,
    @Body() { email, reason }: ReplaceEmailBody,
  ): Promise<StaffCustomer> {
    const problem = emailProblem(email);
    if (problem) throw new ValidationError([{ field: 'email', message: problem }]);
    await this.replaceCustomerEmail.replace(id, email, { actorId, reason });
    return this.viewCustomer.view(id);
  }

  @Post('subscriptions/:id/cancel')
  @StaffRoute('admin')
  @HttpCode(202)
  @ApiOperation({
    summary: 'End a subscription now or at the end of the period, without a refund',
    description: 'Open invoices are voided if it ends now.',
  })
  @ApiAcceptedResponse({ type: StaffCancellationResponse })
  @ApiErrors({
    ...STAFF_ERRORS,
    400: ['bad_json'],
    404: ['not_found'],
    409: ['change_not_possible'],
    422: ['validation_failed'],
  })
  async cancel(
    @CurrentCaller() { userId }: Caller,
    @Param() { id }: SubscriptionParams,
    @Body() { atPeriodEnd, reason }: StaffCancellationBody,
  ): Promise<StaffCancellationResponse> {
    await this.staffSubscriptions.cancel(userId, id, { atPeriodEnd, reason });
    return { status: 'due' };
  }

  @Post('payments/:id/refund')
  @StaffRoute('admin')
  @HttpCode(200)
  @UseInterceptors(Idempotency)
  @SupportsIdempotencyKey()
  @ApiOperation({
    summary: 'Refund a payment of a subscription, in full or in part',
    description: 'Disputed payments cannot be refunded.',
  })
  @ApiOkResponse({ type: RefundPaymentResponse })
  @ApiErrors({
    ...STAFF_ERRORS,
    400: ['bad_json'],
    404: ['not_found'],
    409: ['not_refundable', 'idempotency_in_progress'],
    422: ['validation_failed', 'idempotency_key_reused'],
    503: ['payment_provider_unavailable'],
  })
  refund(
    @CurrentCaller() { userId }: Caller,
    @Param() { id: paymentIntentId }: PaymentParams,
    @Body() { amountCents, endSubscription, reason }: RefundPaymentBody,
  ): Promise<RefundResult> {
    return this.staffSubscriptions.refund(userId, { paymentIntentId, amountCents, endSubscription, reason });
  }
}

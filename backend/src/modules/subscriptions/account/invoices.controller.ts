import type {
  CreditNote,
  InvoiceItem,
  InvoiceList,
  InvoicePlanChange,
  PayInvoiceResponse,
} from '@subscription-site/shared/contracts';
import {
  BILLING_INTERVALS,
  PAID_PLANS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import { AccountDeletions } from '../../auth/index.js';
import { ListInvoices } from './list-invoices.js';
import { PayInvoice } from './pay-invoice.js';

const INVOICE_ID = /^[A-Za-z0-9_]{1,255}$/;

class InvoiceParams {
  @ApiProperty({ example: 'in_…', maxLength: 255 })
  @IsString()
  @Matches(INVOICE_ID, { message: 'id must be the id of an invoice' })
  id: string;
}

class InvoiceQuery {
  @ApiPropertyOptional({
    description: '`nextCursor` of the previous page.',
    maxLength: 255,
    example: 'in_1SampleSampleSample',
  })
  @IsOptional()
  @IsString()
  @Matches(INVOICE_ID, { message: 'cursor must be the nextCursor of an earlier response' })
  cursor?: string;
}

const nullableTime = { type: String, format: 'date-time', nullable: true } as const;

export class CreditNoteResponse implements CreditNote {
  @ApiProperty({ example: 'cn_…' }) id: string;
  @ApiProperty({ example: 'A1B2C3D4-0001-CN-01' }) number: string;
  @ApiProperty({ type: 'integer' }) amountCents: number;
  @ApiProperty({ format: 'date-time' }) issuedAt: string;
}

class InvoicePlanChangeResponse implements InvoicePlanChange {
  @ApiProperty({ enum: PAID_PLANS }) plan: PaidPlan;
  @ApiProperty({ enum: BILLING_INTERVALS }) interval: BillingInterval;
}

@ApiExtraModels(InvoicePlanChangeResponse)
class InvoiceResponse implements InvoiceItem {
  @ApiProperty({ example: 'in_…' }) id: string;
  @ApiProperty({ type: String, nullable: true }) number: string | null;
  @ApiProperty({ example: 'paid' }) status: string;
  @ApiProperty({ type: 'integer' }) amountDueCents: number;
  @ApiProperty({ type: 'integer' }) amountPaidCents: number;
  @ApiProperty({ type: 'integer' }) refundedCents: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Status of the latest dispute of its payment, such as `needs_response`, `under_review`, `won`, or `lost` (the bank reversed the payment).',
  })
  disputeStatus: string | null;

  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time' }) issuedAt: string;
  @ApiProperty(nullableTime) paidAt: string | null;
  @ApiProperty(nullableTime) periodStart: string | null;
  @ApiProperty(nullableTime) periodEnd: string | null;
  @ApiProperty({ type: [CreditNoteResponse], description: 'Of refunds; oldest first.' })
  creditNotes: CreditNoteResponse[];

  @ApiProperty({ description: 'Whether it is owed, so that it can be paid here.' })
  payable: boolean;

  @ApiProperty({
    oneOf: [
      { $ref: getSchemaPath(InvoicePlanChangeResponse) },
      { type: 'object', nullable: true, enum: [null] },
    ],
    description:
      'Of an open invoice: the plan change that takes effect once the customer confirms the payment with their bank.',
  })
  planChange: InvoicePlanChangeResponse | null;
}

class InvoiceListResponse implements InvoiceList {
  @ApiProperty({ type: [InvoiceResponse], description: 'Newest first, at most 25.' })
  items: InvoiceResponse[];

  @ApiProperty({ type: String, nullable: true, description: 'Null on the last page.' })
  nextCursor: string | null;
}

class PaidInvoiceResponse implements PayInvoiceResponse {
  @ApiProperty({
    enum: ['paid', 'requires_action', 'processing'],
    description: '`processing`: the bank has not confirmed the payment yet.',
  })
  status: 'paid' | 'requires_action' | 'processing';

  @ApiPropertyOptional({ description: 'With `requires_action`: confirms the payment in the browser.' })
  clientSecret?: string;
}

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1/invoices')
export class InvoicesController {
  constructor(
    private readonly listInvoices: ListInvoices,
    private readonly payInvoice: PayInvoice,
    private readonly deletions: AccountDeletions,
  ) {}

  @Get()
  @ApiOperation({ summary: "List the caller's invoices" })
  @ApiOkResponse({ type: InvoiceListResponse })
  @ApiErrors({ 401: ['unauthorized'], 422: ['validation_failed'] })
  list(@CurrentCaller() { userId }: Caller, @Query() { cursor }: InvoiceQuery): Promise<InvoiceListResponse> {
    return this.listInvoices.list(userId, cursor);
  }

  @Post(':id/pay')
  @HttpCode(200)
  @LimitPerIp({ name: 'invoice-payments', points: 30, seconds: 3600 })
  @ApiOperation({
    summary: 'Pay an open invoice with the default card',
    description:
      'Charges the card that is the default at that time. Repeated requests charge only once. Limited to 5 attempts per invoice. ' +
      "`details.reason` of `invoice_not_open` is `paid`, `canceled`, `plan_ended`, or `plan_change` for a plan change that wasn't confirmed.",
  })
  @ApiOkResponse({ type: PaidInvoiceResponse })
  @ApiErrors({
    401: ['unauthorized'],
    402: ['payment_declined'],
    404: ['not_found'],
    409: ['invoice_not_open', 'account_deletion_scheduled'],
    422: ['validation_failed'],
    503: ['payment_provider_unavailable'],
  })
  async pay(
    @CurrentCaller() { userId }: Caller,
    @Param() { id }: InvoiceParams,
  ): Promise<PaidInvoiceResponse> {
    await this.deletions.assertNone(userId);
    return this.payInvoice.pay(userId, id);
  }
}

import type { InvoiceCorrection, InvoiceCorrectionList } from '@subscription-site/shared/contracts';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import type { Response } from 'express';
import { ApiErrors } from '../../platform/http/documentation.js';
import { CurrentCaller, type Caller } from '../../platform/security/access.js';
import { RateLimits, type Limit } from '../../platform/security/rate-limits.js';
import { CorrectInvoice } from './correct-invoice.js';
import { CustomerDocumentAccess } from './customer-document-access.js';
import type { DocumentKind } from './domain/document-types.js';
import { INVOICE_ID, InvoiceParams, PDF, sendPdf, VersionQuery } from './pdf-documents.js';

/** The first download renders the document. */
const DOWNLOADS_PER_ACCOUNT: Limit = { name: 'document-downloads-account', points: 300, seconds: 3600 };
const CORRECTIONS_PER_ACCOUNT: Limit = { name: 'invoice-corrections-account', points: 60, seconds: 3600 };

const PDF_ERRORS = { 401: ['unauthorized'], 404: ['not_found'], 422: ['validation_failed'] } as const;

class CorrectInvoiceBody {
  @ApiProperty({ example: 'in_…', maxLength: 255 })
  @IsString()
  @Matches(INVOICE_ID, { message: 'invoiceId must be the id of an invoice' })
  invoiceId: string;
}

class InvoiceCorrectionResponse implements InvoiceCorrection {
  @ApiProperty({ example: 'in_…' }) invoiceId: string;
  @ApiProperty({ type: 'integer', description: 'Version of the corrected invoice.' }) version: number;
}

class InvoiceCorrectionListResponse implements InvoiceCorrectionList {
  @ApiProperty({ type: [String], description: 'Newest first.', example: ['in_…'] })
  invoiceIds: string[];
}

@ApiTags('account')
@ApiBearerAuth('session')
@Controller('account/v1')
export class InvoiceDocumentsController {
  constructor(
    private readonly documents: CustomerDocumentAccess,
    private readonly correctInvoice: CorrectInvoice,
    private readonly limits: RateLimits,
  ) {}

  @Get('invoices/:id/pdf')
  @ApiOperation({ summary: 'Download an invoice' })
  @ApiProduces('application/pdf')
  @ApiOkResponse(PDF)
  @ApiErrors(PDF_ERRORS)
  invoice(
    @CurrentCaller() caller: Caller,
    @Param() { id }: InvoiceParams,
    @Query() { version }: VersionQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.send(caller, { id, kind: 'invoice', version }, response);
  }

  @Get('invoices/:id/receipt')
  @ApiOperation({ summary: 'Download the receipt of a paid invoice' })
  @ApiProduces('application/pdf')
  @ApiOkResponse(PDF)
  @ApiErrors(PDF_ERRORS)
  receipt(
    @CurrentCaller() caller: Caller,
    @Param() { id }: InvoiceParams,
    @Query() { version }: VersionQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.send(caller, { id, kind: 'receipt', version }, response);
  }

  @Get('invoice-corrections')
  @ApiOperation({ summary: 'List the invoices that show outdated billing details' })
  @ApiOkResponse({ type: InvoiceCorrectionListResponse })
  @ApiErrors({ 401: ['unauthorized'] })
  async correctable(@CurrentCaller() { userId }: Caller): Promise<InvoiceCorrectionListResponse> {
    return { invoiceIds: await this.correctInvoice.findCorrectable(userId) };
  }

  @Post('invoice-corrections')
  @ApiOperation({
    summary: 'Reissue an invoice with the current billing details',
    description: 'Creates a new version of the invoice and its receipt. Earlier versions are kept.',
  })
  @ApiCreatedResponse({ type: InvoiceCorrectionResponse })
  @ApiErrors({
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['nothing_to_correct'],
    422: ['validation_failed'],
  })
  async correct(
    @CurrentCaller() { userId }: Caller,
    @Body() { invoiceId }: CorrectInvoiceBody,
  ): Promise<InvoiceCorrectionResponse> {
    await this.limits.count(CORRECTIONS_PER_ACCOUNT, userId);
    return this.documents.correct(userId, invoiceId);
  }

  private async send(
    { userId }: Caller,
    { id, kind, version }: { id: string; kind: DocumentKind; version: number | undefined },
    response: Response,
  ): Promise<void> {
    await this.limits.count(DOWNLOADS_PER_ACCOUNT, userId);
    sendPdf(response, await this.documents.read(userId, id, kind, version));
  }
}

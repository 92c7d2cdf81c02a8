import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { InvoiceParams, PDF, sendPdf, StaffDocumentAccess, VersionQuery } from '../../documents/index.js';
import { STAFF_ERRORS } from './staff-errors.js';

const AVAILABILITY =
  'Also for deleted accounts, for as long as invoices are kept. Each download is recorded in the audit log.';
const PDF_ERRORS = { ...STAFF_ERRORS, 404: ['not_found'], 422: ['validation_failed'] } as const;

@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('support')
@Controller('admin/v1/invoices')
export class CustomerDocumentsController {
  constructor(private readonly documents: StaffDocumentAccess) {}

  @Get(':id/pdf')
  @ApiOperation({ summary: "Download a customer's invoice", description: AVAILABILITY })
  @ApiProduces('application/pdf')
  @ApiOkResponse(PDF)
  @ApiErrors(PDF_ERRORS)
  async invoice(
    @CurrentCaller() { userId }: Caller,
    @Param() { id }: InvoiceParams,
    @Query() { version }: VersionQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, await this.documents.read(userId, id, 'invoice', version));
  }

  @Get(':id/receipt')
  @ApiOperation({ summary: "Download the receipt of a customer's paid invoice", description: AVAILABILITY })
  @ApiProduces('application/pdf')
  @ApiOkResponse(PDF)
  @ApiErrors(PDF_ERRORS)
  async receipt(
    @CurrentCaller() { userId }: Caller,
    @Param() { id }: InvoiceParams,
    @Query() { version }: VersionQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, await this.documents.read(userId, id, 'receipt', version));
  }
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import type { Response } from 'express';
import type { PdfFile } from './read-document.js';

export const INVOICE_ID = /^[A-Za-z0-9_]{1,255}$/;
const MAX_VERSION = 10_000;

/** For `@ApiOkResponse`. */
export const PDF = {
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  description: 'The PDF. The same version always has the same bytes.',
} as const;

export class InvoiceParams {
  @ApiProperty({ example: 'in_…', maxLength: 255 })
  @IsString()
  @Matches(INVOICE_ID, { message: 'id must be the id of an invoice' })
  id: string;
}

export class VersionQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_VERSION,
    description: 'The current version by default. Refunds and corrections create new versions.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_VERSION)
  version?: number;
}

/** Sends a document as a download. The file name contains only letters, digits, dots and hyphens. */
export function sendPdf(response: Response, { name, bytes, sha256 }: PdfFile): void {
  response
    .set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-cache',
      ETag: `"${sha256}"`,
      'X-Content-Type-Options': 'nosniff',
    })
    .send(bytes);
}

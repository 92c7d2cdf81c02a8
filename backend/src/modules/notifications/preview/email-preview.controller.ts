import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { EMAIL_TEMPLATES } from '@subscription-site/shared/contracts';
import { API_PREFIX } from '@subscription-site/shared/paths';
import { Settings } from '../../../platform/config/settings.js';
import { DomainError } from '../../../platform/domain-error.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { PublicRoute } from '../../../platform/security/access.js';
import { escapeHtml } from '@subscription-site/shared/html';
import { PreviewEmails } from './preview-emails.js';
import { emailPreviewPage } from './email-preview-page.js';

const PATH = 'dev/emails';

/** Previews of every email with sample data; development only. */
@ApiTags('development')
@PublicRoute()
@Controller(PATH)
export class EmailPreviewController {
  constructor(
    private readonly previewEmails: PreviewEmails,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOperation({ summary: 'Preview all emails with sample data (development only)' })
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiErrors({ 404: ['not_found'] })
  all(): string {
    this.assertDevelopment();
    return emailPreviewPage(this.previewEmails.list(), `${API_PREFIX}/${PATH}`);
  }

  @Get(':template')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOperation({ summary: 'Preview one email with sample data (development only)' })
  @ApiParam({ name: 'template', enum: EMAIL_TEMPLATES })
  @ApiQuery({ name: 'form', enum: ['html', 'text'], required: false })
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiErrors({ 404: ['not_found'] })
  one(@Param('template') template: string, @Query('form') form?: string): string {
    this.assertDevelopment();
    const { html, text } = this.previewEmails.render(template);
    return form === 'text' ? `<!doctype html><meta charset="utf-8"><pre>${escapeHtml(text)}</pre>` : html;
  }

  private assertDevelopment(): void {
    if (this.settings.environment === 'development') return;
    throw new DomainError('not_found', 'not_found', 'There is nothing at this address.');
  }
}

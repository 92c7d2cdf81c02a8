import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { EMAIL_TEMPLATES } from '@subscription-site/shared/contracts';
import { API_PREFIX } from '@subscription-site/shared/paths';
import { Settings } from '../../../platform/config/settings.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Refuses } from '../../../platform/http/documentation.js';
import { PublicRoute } from '../../../platform/security/access.js';
import { escapeHtml } from '../domain/letters/html.js';
import { PreviewLetters } from '../application/preview-letters.js';
import { lettersPage } from './letters-page.js';

const PATH = 'dev/mails';

/** Every letter with sample data, for whoever works on them; in development only. */
@ApiTags('development')
@PublicRoute()
@Controller(PATH)
export class LettersController {
  constructor(
    private readonly letters: PreviewLetters,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOperation({ summary: 'A page with every mail, written with sample data; in development only' })
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Refuses({ 404: ['not_found'] })
  all(): string {
    this.assertDevelopment();
    return lettersPage(this.letters.list(), `${API_PREFIX}/${PATH}`);
  }

  @Get(':template')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @ApiOperation({ summary: 'One mail, written with sample data; in development only' })
  @ApiParam({ name: 'template', enum: EMAIL_TEMPLATES })
  @ApiQuery({ name: 'form', enum: ['html', 'text'], required: false })
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Refuses({ 404: ['not_found'] })
  one(@Param('template') template: string, @Query('form') form?: string): string {
    this.assertDevelopment();
    const { html, text } = this.letters.show(template);
    return form === 'text' ? `<!doctype html><meta charset="utf-8"><pre>${escapeHtml(text)}</pre>` : html;
  }

  private assertDevelopment(): void {
    if (this.settings.environment === 'development') return;
    throw new DomainError('not_found', 'not_found', 'There is nothing at this address.');
  }
}

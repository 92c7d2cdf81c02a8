import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { asDomainError, logIfInternal } from '../../../../platform/http/error.filter.js';
import { markRejected } from '../../../../platform/http/request-log.middleware.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { errorTarget } from './callback-targets.js';
import { errorFragment } from './redirect-fragments.js';
import { Redirects } from './redirects.js';
import { answerWireError, wireError } from './wire-errors.js';
import { asksForJson } from './wire-input.js';
import { redirectTo } from './redirect-to.js';

/** What the page that leads here wrote wrong: its author reads it, and no person can do anything about it. */
const PAGE_ERRORS = ['validation_failed', 'bad_json'];

/**
 * Leads a browser that cannot leave for a provider to where it wished to end, with the reason in the address: a person pressed a button
 * and must not stand before a page of JSON. Programs get the error itself.
 */
@Catch()
export class AuthorizeErrorFilter implements ExceptionFilter {
  constructor(
    private readonly redirects: Redirects,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const error = asDomainError(thrown);
    logIfInternal(this.logger, error);
    const unreadable = Array.isArray(request.query.redirect_to);
    if (response.headersSent || unreadable || PAGE_ERRORS.includes(error.code) || asksForJson(request.query))
      return answerWireError(error, request, response);
    const target = this.redirects.requested(request) ?? `${this.settings.siteUrl}/auth`;
    const refusal = wireError(error, request);
    if (refusal.status < 500) markRejected(response);
    redirectTo(response, 302, errorTarget(target, errorFragment(refusal)));
  }
}

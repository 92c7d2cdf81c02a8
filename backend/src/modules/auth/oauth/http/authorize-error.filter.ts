import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { toDomainError, logIfInternal } from '../../../../platform/http/error.filter.js';
import { markRejected } from '../../../../platform/http/request-log.middleware.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { errorFragment } from '../../protocol/error-fragment.js';
import { Redirects, redirectTo } from '../../protocol/redirects.js';
import { sendAuthError, toAuthError } from '../../protocol/auth-error-response.js';
import { skipsHttpRedirect } from '../../protocol/auth-input.js';
import { errorTarget } from './callback-targets.js';

/** Mistakes in the linking page's code: shown as JSON for its developer, since users can't fix them. */
const DEVELOPER_ERRORS = ['validation_failed', 'bad_json'];

/**
 * If an OAuth flow can't be started, redirects the browser to the requested target with the error in the URL, so that users don't end
 * up on a page of JSON. Callers that skip redirects get the JSON error.
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
    const error = toDomainError(thrown);
    logIfInternal(this.logger, error);
    const ambiguous = Array.isArray(request.query.redirect_to);
    if (
      response.headersSent ||
      ambiguous ||
      DEVELOPER_ERRORS.includes(error.code) ||
      skipsHttpRedirect(request.query)
    )
      return sendAuthError(error, request, response);
    const target = this.redirects.requested(request) ?? `${this.settings.siteUrl}/auth`;
    const authError = toAuthError(error, request);
    if (authError.status < 500) markRejected(response);
    redirectTo(response, 302, errorTarget(target, errorFragment(authError)));
  }
}

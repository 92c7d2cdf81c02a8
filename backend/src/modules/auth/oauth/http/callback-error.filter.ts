import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { toErrorFragment } from '../../protocol/error-fragment.js';
import { fallbackTarget } from './callback-targets.js';
import { redirectTo } from '../../protocol/redirects.js';

/**
 * Handles callbacks that match no flow of this browser: redirects to the target of the flow if it is known, else to the site, with the
 * error in the URL.
 */
@Catch()
export class CallbackErrorFilter implements ExceptionFilter {
  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const error = toErrorFragment(thrown, request, this.logger);
    if (response.headersSent) return void response.end();
    const { status, target } = fallbackTarget(this.settings.siteUrl, thrown, error);
    redirectTo(response, status, target);
  }
}

import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { targetWithoutFlow } from './callback-targets.js';
import { errorFragmentOf } from './error-fragment.js';
import { redirectTo } from './redirect-to.js';

/**
 * Leads a browser on that comes back from elsewhere and is known as no one who left: to the page that the flow was to end at where
 * the flow is known, else to the site; with the reason in the address.
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
    const error = errorFragmentOf(thrown, request, this.logger);
    if (response.headersSent) return void response.end();
    const { status, target } = targetWithoutFlow(this.settings.siteUrl, thrown, error);
    redirectTo(response, status, target);
  }
}

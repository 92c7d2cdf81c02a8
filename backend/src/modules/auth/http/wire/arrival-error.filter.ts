import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { endAfterLoss } from './arrivals.js';
import { refusalFragment } from './refusal-fragment.js';

/**
 * Leads a browser on that comes back from elsewhere and is known as nobody who left: to the page that the visit was to end at where
 * the visit is known, else to the site; with the reason in the address.
 */
@Catch()
export class ArrivalErrorFilter implements ExceptionFilter {
  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const refusal = refusalFragment(thrown, request, this.logger);
    if (response.headersSent) return void response.end();
    const { status, target } = endAfterLoss(this.settings.siteUrl, thrown, refusal);
    response.redirect(status, target);
  }
}

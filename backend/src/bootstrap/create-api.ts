import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { STRIPE_WEBHOOK_PATH } from '@subscription-site/shared/paths';
import type { Server } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { ApiModule } from '../api.module.js';
import { AUTH_FORM_PATHS } from '../modules/auth/index.js';
import { tusCapabilities, isFileUpload } from '../modules/storage/index.js';
import type { Clock } from '../platform/clock.js';
import type { Settings } from '../platform/config/settings.js';
import { findAmbiguity, rejectAmbiguousRequests } from '../platform/http/ambiguous-requests.js';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { HttpServer } from '../platform/http/http-server.js';
import { ConfigurationWarnings } from '../platform/logging/configuration-warnings.js';
import { requestContext } from '../platform/http/request-context.middleware.js';
import { requireJsonBodies, parseBodies, type BodyPaths } from '../platform/http/request-bodies.js';
import { requestLog } from '../platform/http/request-log.middleware.js';
import { SANDBOX_PREFIX, sandboxProxy } from '../platform/http/sandbox-proxy.js';
import { GLOBAL_PREFIX, RouteTable } from '../platform/http/route-table.js';
import { requireStorableText } from '../platform/http/storable-text.js';
import { RejectUnexpectedBodies } from '../platform/http/unexpected-bodies.js';
import { validationPipe } from '../platform/http/validation.js';
import { NestLogger, type Logger } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { securityHeaders } from '../platform/security/security-headers.js';
import { StorageApiModule } from '../storage-api.module.js';
import { publicCors } from './cors.js';
import { JSON_PREFIXES, serveDocumentation } from './openapi.js';
import { openSite, serveBuiltSite } from './site.js';
import { storageRoutesOnly } from './storage-routes-only.js';

/** Routes whose request bodies are not JSON. */
const BODY_PATHS: BodyPaths = {
  raw: [STRIPE_WEBHOOK_PATH],
  forms: AUTH_FORM_PATHS,
  isFile: isFileUpload,
};

export interface ApiOptions {
  settings: Settings;
  logger: Logger;
  clock?: Clock;
  /** `storage` serves files only, so that large uploads scale separately. */
  role?: 'api' | 'storage';
}

/** Creates the HTTP application, ready to listen. Serves the site, API and documentation from one origin. Also used by tests. */
export async function createApi({
  settings,
  logger,
  clock,
  role = 'api',
}: ApiOptions): Promise<NestExpressApplication> {
  const isApi = role === 'api';
  const root = (isApi ? ApiModule : StorageApiModule).forRoot({ settings, logger, clock });
  const app = await NestFactory.create<NestExpressApplication>(root, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.set('trust proxy', settings.trustedProxies.length > 0 ? settings.trustedProxies : false);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const site = isApi ? await openSite(app, settings) : undefined;
  if (site) app.use(unless(findAmbiguity, serveBuiltSite(app, site, settings, logger)));
  app.use(requestContext(app.get(ConfigurationWarnings)));
  app.use(requestLog(logger, app.get(Metrics)));
  app.use(securityHeaders(settings));
  app.use(rejectAmbiguousRequests);
  if (!isApi) app.use(storageRoutesOnly);
  const sandbox = isApi ? sandboxProxy(settings) : undefined;
  if (sandbox) app.use(SANDBOX_PREFIX, sandbox);
  app.use(tusCapabilities);
  app.use(publicCors);
  app.use(JSON_PREFIXES, requireJsonBodies);
  app.use(parseBodies(BODY_PATHS));
  const routes = app.get(RouteTable);
  app.use(`/${GLOBAL_PREFIX}`, requireStorableText(routes));
  app.useGlobalFilters(new ErrorFilter(logger, routes));
  app.useGlobalPipes(validationPipe());
  app.useGlobalGuards(new RejectUnexpectedBodies(JSON_PREFIXES));
  app.setGlobalPrefix(GLOBAL_PREFIX);
  if (isApi) serveDocumentation(app, settings);
  try {
    await app.init();
  } catch (error) {
    await app.close();
    throw error;
  }
  app.get(HttpServer).attach(app.getHttpServer() as Server);
  return app;
}

/** Skips the handler for requests that match the predicate. */
function unless(matches: (request: Request) => unknown, handler: RequestHandler): RequestHandler {
  return (request, response, next) => (matches(request) ? next() : handler(request, response, next));
}

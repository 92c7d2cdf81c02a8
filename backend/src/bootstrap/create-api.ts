import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { STRIPE_WEBHOOK_PATH } from '@subscription-site/shared/paths';
import { ApiModule } from '../api.module.js';
import { AUTH_FORM_PATHS } from '../modules/auth/index.js';
import type { Clock } from '../platform/clock/clock.js';
import type { Settings } from '../platform/config/settings.js';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { requestContext } from '../platform/http/request-context.middleware.js';
import { jsonBodiesOnly, readBodies, type BodyPaths } from '../platform/http/request-bodies.js';
import { requestLog } from '../platform/http/request-log.middleware.js';
import { SANDBOX_PREFIX, sandboxProxy } from '../platform/http/sandbox-proxy.js';
import { storableText } from '../platform/http/storable-text.js';
import { validationPipe } from '../platform/http/validation.js';
import { FrameworkLog, type Logger } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { securityHeaders } from '../platform/security/security-headers.js';
import { corsForClients } from './cors.js';
import { JSON_PREFIXES, serveDocumentation } from './openapi.js';
import { openSite, serveBuiltSite } from './site.js';

/** Where bodies are not JSON. */
const BODY_PATHS: BodyPaths = {
  raw: [STRIPE_WEBHOOK_PATH],
  forms: AUTH_FORM_PATHS,
};

export interface ApiOptions {
  settings: Settings;
  logger: Logger;
  clock?: Clock;
}

/** The HTTP process, ready to listen: site, API and documentation on one origin. Tests call this too. */
export async function createApi({ settings, logger, clock }: ApiOptions): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.with({ settings, logger, clock }), {
    logger: new FrameworkLog(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.set('trust proxy', settings.trustedProxies.length > 0 ? settings.trustedProxies : false);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const site = await openSite(app, settings);
  if (site) app.use(serveBuiltSite(app, site, settings, logger));
  app.use(requestContext);
  app.use(requestLog(logger, app.get(Metrics)));
  app.use(securityHeaders(settings));
  const sandbox = sandboxProxy(settings);
  if (sandbox) app.use(SANDBOX_PREFIX, sandbox);
  app.use(corsForClients);
  app.use(JSON_PREFIXES, jsonBodiesOnly);
  app.use(readBodies(BODY_PATHS));
  app.use('/api', storableText);
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalPipes(validationPipe());
  app.setGlobalPrefix('api');
  serveDocumentation(app, settings);
  app.enableShutdownHooks();
  await app.init();
  limitSockets(app);
  return app;
}

/** A slow or silent client must not hold a socket for minutes, as the runtime's defaults allow. */
function limitSockets(app: NestExpressApplication): void {
  const server = app.getHttpServer() as import('node:http').Server;
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 70_000;
  server.maxConnections = 10_000;
}

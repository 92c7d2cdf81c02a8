import { SITE_CONFIG_ELEMENT_ID, type SiteConfig } from '@subscription-site/shared/brand';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiModule } from '../api.module.js';
import { Prices } from '../modules/billing/index.js';
import { Clock } from '../platform/clock/clock.js';
import { SITE_FOLDER } from '../platform/config/folders.js';
import type { Settings } from '../platform/config/settings.js';
import { ErrorFilter } from '../platform/http/error.filter.js';
import { jsonBodiesOnly } from '../platform/http/json-bodies.js';
import { requestContext } from '../platform/http/request-context.middleware.js';
import { requestLog } from '../platform/http/request-log.middleware.js';
import { SANDBOX_PREFIX, sandboxProxy } from '../platform/http/sandbox-proxy.js';
import { validationPipe } from '../platform/http/validation.js';
import { FrameworkLog, type Logger } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { securityHeaders } from '../platform/security/security-headers.js';
import { BuiltSite } from '../platform/site/built-site.js';
import { serveSite } from '../platform/site/serve-site.js';
import { corsForClients } from './cors.js';
import { JSON_PREFIXES, serveDocumentation } from './openapi.js';

/** Bodies larger than this are answered with 413. */
const BODY_LIMIT = '1mb';

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
    rawBody: true,
    abortOnError: false,
  });
  app.set('trust proxy', settings.trustedProxies.length > 0 ? settings.trustedProxies : false);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  const folder = settings.siteFolder ?? SITE_FOLDER;
  const site = existsSync(join(folder, 'index.html'))
    ? new BuiltSite(
        folder,
        await siteConfig(settings, app.get(Prices, { strict: false })),
        SITE_CONFIG_ELEMENT_ID,
      )
    : undefined;
  app.use(requestContext);
  app.use(requestLog(logger, app.get(Metrics)));
  app.use(securityHeaders(settings, site?.inlineScriptHashes));
  if (site) app.use(serveSite(folder, site, logger, app.get(Clock)));
  const sandbox = sandboxProxy(settings);
  if (sandbox) app.use(SANDBOX_PREFIX, sandbox);
  app.use(corsForClients);
  app.use(JSON_PREFIXES, jsonBodiesOnly);
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalPipes(validationPipe());
  app.setGlobalPrefix('api');
  serveDocumentation(app, settings);
  app.enableShutdownHooks();
  await app.init();
  limitSockets(app);
  return app;
}

/** Without the prices while the database is away: the site is served all the same. */
async function siteConfig(
  { productName, appUrl, supportEmail, captcha }: Settings,
  prices: Prices,
): Promise<SiteConfig> {
  const planPrices = await prices.ofPlans().catch(() => undefined);
  return {
    productName,
    appUrl,
    supportEmail,
    ...(planPrices ? { planPrices } : {}),
    ...(captcha ? { captcha: { provider: captcha.provider, siteKey: captcha.siteKey } } : {}),
  };
}

/** A slow or silent client must not hold a socket for minutes, as the runtime's defaults allow. */
function limitSockets(app: NestExpressApplication): void {
  const server = app.getHttpServer() as import('node:http').Server;
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 70_000;
  server.maxConnections = 10_000;
}

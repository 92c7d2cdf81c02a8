import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  companyDetails,
  SITE_CONFIG_ELEMENT_ID,
  type AccountRules,
  type SiteConfig,
} from '@subscription-site/shared/brand';
import type { TemplateValues } from '@subscription-site/shared/templates';
import type { RequestHandler } from 'express';
import { Prices } from '../modules/billing/index.js';
import { Clock } from '../platform/clock.js';
import { SITE_FOLDER } from '../platform/config/folders.js';
import type { Settings } from '../platform/config/settings.js';
import type { Logger } from '../platform/logging/logger.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { securityHeaderValues } from '../platform/security/security-headers.js';
import { BuiltSite } from '../platform/site/built-site.js';
import { serveSite } from '../platform/site/serve-site.js';

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Opens the built site with this installation's values filled in. Undefined if there is no build. */
export async function openSite(
  app: NestExpressApplication,
  settings: Settings,
): Promise<BuiltSite | undefined> {
  const folder = resolveSiteFolder(settings);
  if (!BuiltSite.isIn(folder)) return undefined;
  const clock = app.get(Clock);
  return BuiltSite.open(folder, {
    facts: () => toTemplateValues(settings, clock.now()),
    config: await loadSiteConfig(settings, app.get(Prices, { strict: false })),
    configElementId: SITE_CONFIG_ELEMENT_ID,
    asksConsent: settings.analyticsUrl !== undefined,
  });
}

/** Handles every request outside `/api`. */
export function serveBuiltSite(
  app: NestExpressApplication,
  site: BuiltSite,
  settings: Settings,
  logger: Logger,
): RequestHandler {
  return serveSite({
    folder: resolveSiteFolder(settings),
    site,
    logger,
    clock: app.get(Clock),
    metrics: app.get(Metrics),
    headers: securityHeaderValues(settings, site.inlineScriptHashes),
  });
}

function resolveSiteFolder(settings: Settings): string {
  return settings.siteFolder ?? SITE_FOLDER;
}

function toTemplateValues(settings: Settings, now: Date): TemplateValues {
  const { productName, supportEmail, appUrl, siteUrl } = settings;
  const today = { today: LONG_DAY.format(now), todayIso: now.toISOString().slice(0, 10) };
  return { productName, supportEmail, ...companyDetails(settings), appUrl, siteUrl, ...today };
}

/** Leaves the prices out while the database is unavailable, so that the site is served anyway. */
async function loadSiteConfig(settings: Settings, prices: Prices): Promise<SiteConfig> {
  const { productName, siteUrl, appUrl, supportEmail, analyticsUrl, captcha } = settings;
  const planPrices = await prices.byPlan().catch(() => undefined);
  return {
    productName,
    siteUrl,
    appUrl,
    supportEmail,
    ...companyDetails(settings),
    accounts: accountRules(settings.auth),
    analyticsUrl,
    ...(planPrices ? { planPrices } : {}),
    ...(captcha ? { captcha: { provider: captcha.provider, siteKey: captcha.siteKey } } : {}),
  };
}

function accountRules(auth: Settings['auth']): AccountRules {
  const { passwordMinLength, passwordCharacters, sendIntervalSeconds, webauthn } = auth;
  const enabled = { totp: auth.mfaTotp, webauthn: auth.mfaWebauthn, phone: auth.mfaPhone };
  return {
    passwordMinLength,
    passwordCharacters,
    sendIntervalSeconds,
    secondFactors: (['totp', 'webauthn', 'phone'] as const).filter((kind) => enabled[kind]),
    webauthnRpId: webauthn.rpId,
  };
}

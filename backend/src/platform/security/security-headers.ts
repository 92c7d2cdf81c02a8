import helmet from 'helmet';
import type { Request, RequestHandler, Response } from 'express';
import type { Settings } from '../config/settings.js';

const CAPTCHA_HOSTS = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
};

/**
 * Security headers of every response. The CSP allows only what Stripe.js needs (its documentation lists the hosts), captcha and
 * analytics. `inlineScriptHashes` are those of the built pages.
 */
export function securityHeaders(
  settings: Settings,
  inlineScriptHashes: readonly string[] = [],
): RequestHandler {
  const analytics = settings.analyticsUrl ? [new URL(settings.analyticsUrl).origin] : [];
  const captcha = settings.captcha ? CAPTCHA_HOSTS[settings.captcha.provider] : [];
  const secure = settings.siteUrl.startsWith('https://');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        scriptSrc: [
          "'self'",
          'https://js.stripe.com',
          'https://*.js.stripe.com',
          ...inlineScriptHashes,
          ...analytics,
          ...captcha,
        ],
        styleSrc: ["'self'", "'unsafe-inline'", ...captcha],
        imgSrc: ["'self'", 'data:', 'https://*.stripe.com'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'https://api.stripe.com', ...analytics, ...captcha],
        frameSrc: [
          "'self'",
          'https://js.stripe.com',
          'https://*.js.stripe.com',
          'https://hooks.stripe.com',
          ...captcha,
        ],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'sameorigin' },
  });
}

/** The same headers as values, for prepared responses. */
export function securityHeaderValues(
  settings: Settings,
  inlineScriptHashes: readonly string[],
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: () => undefined,
  };
  securityHeaders(settings, inlineScriptHashes)(
    {} as Request,
    response as unknown as Response,
    () => undefined,
  );
  return headers;
}

import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Settings } from '../config/settings.js';

/** Path under which the site reaches the payment sandbox's script and pages. */
export const SANDBOX_PREFIX = '/api/sandbox';

/** Proxies the payment sandbox if it replaces the provider. Undefined with real keys and in production. */
export function sandboxProxy(settings: Settings): RequestHandler | undefined {
  if (!settings.stripe.sandbox || settings.environment === 'production') return undefined;
  return createProxyMiddleware({
    target: settings.stripe.apiUrl,
    changeOrigin: true,
    on: {
      error: (_error, _request, response) => {
        if ('writeHead' in response && !response.headersSent)
          response.writeHead(503, { 'Content-Type': 'text/plain' });
        response.end("The payment sandbox isn't running.");
      },
    },
  }) as unknown as RequestHandler;
}

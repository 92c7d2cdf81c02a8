import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { allowedRedirect, CONFIRM_PATH } from '../core/redirect-targets.js';
import { text, type AuthInput } from './auth-input.js';

/** Resolves the redirect target: the requested URL if allowed, else the referring page if allowed, else the site. */
@Injectable()
export class Redirects {
  constructor(private readonly settings: Settings) {}

  /** Null for the site itself. `redirect_to` in the query takes precedence over `explicit`. */
  requested(request: Request, explicit?: string): string | null {
    const requested = text(request.query as AuthInput, 'redirect_to') ?? explicit;
    const rules = { siteUrl: this.settings.siteUrl, allowed: this.settings.auth.redirectUrls };
    return allowedRedirect(rules, requested, this.referringPage(request)) ?? null;
  }

  target(request: Request): string {
    return this.requested(request) ?? this.settings.siteUrl;
  }

  /** Excludes the page whose button uses a link: returning to it is pointless, and its URL contains the link's secret. */
  private referringPage(request: Request): string | undefined {
    const referer = request.get('referer');
    return referer?.startsWith(this.settings.siteUrl + CONFIRM_PATH) ? undefined : referer;
  }
}

/** Redirects without a body. Express's `redirect` adds a text body, which the API does not document. */
export function redirectTo(response: Response, status: 302 | 303, url: string): void {
  response.status(status).location(url).end();
}

import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { allowedRedirect } from '../../domain/redirect-targets.js';
import { text, type WireInput } from './wire-input.js';

/** Where links of ours may lead: what the caller wishes if it is allowed, else the page he comes from, else the site. */
@Injectable()
export class Redirects {
  constructor(private readonly settings: Settings) {}

  /** Null for the site itself. The query's wish goes before another one. */
  requested(request: Request, explicit?: string): string | null {
    const input = text(request.query as WireInput, 'redirect_to') ?? explicit;
    const rules = { siteUrl: this.settings.siteUrl, allowed: this.settings.auth.redirectUrls };
    return allowedRedirect(rules, input, request.get('referer')) ?? null;
  }

  target(request: Request): string {
    return this.requested(request) ?? this.settings.siteUrl;
  }
}

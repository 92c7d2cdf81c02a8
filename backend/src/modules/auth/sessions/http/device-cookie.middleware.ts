import { AUTH_PATH } from '@subscription-site/shared/paths';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../../../platform/config/settings.js';
import { currentRequest, runInRequest } from '../../../../platform/logging/request-context.js';
import { newSecret } from '../../core/secrets.js';
import { DEVICE_TOKEN_SECONDS } from '../known-devices.js';

const NAME = 'device';
const TOKEN = /^[\w-]{43}$/;

/**
 * Sets a cookie when a user signs in on the site, so that later sign-ins from the same browser are recognized. It grants no access,
 * is not readable by scripts, and is only used on sign-in routes. Cross-origin clients don't get one.
 */
@Injectable()
export class DeviceCookie implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const context = currentRequest();
    if (!context || request.get('sec-fetch-site') !== 'same-origin' || isRefresh(request)) return next();
    const cookie = parseCookie(request.headers.cookie ?? '')[NAME];
    const deviceToken = cookie && TOKEN.test(cookie) ? cookie : newSecret();
    response.append(
      'Set-Cookie',
      stringifySetCookie({
        name: NAME,
        value: deviceToken,
        path: AUTH_PATH,
        maxAge: DEVICE_TOKEN_SECONDS,
        httpOnly: true,
        sameSite: 'lax',
        secure: this.settings.siteUrl.startsWith('https://'),
      }),
    );
    runInRequest({ ...context, deviceToken }, next);
  }
}

function isRefresh(request: Request): boolean {
  return request.query.grant_type === 'refresh_token';
}

import { AUTH_PATH } from '@subscription-site/shared/paths';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../../platform/config/settings.js';
import { currentRequest, runInRequest } from '../../../platform/logging/request-context.js';
import { DEVICE_TOKEN_SECONDS } from '../application/sessions/known-devices.js';
import { newSecret } from '../application/secrets.js';

const NAME = 'device';
const MARK = /^[\w-]{43}$/;

/**
 * Leaves a mark in the browser of someone who signs in on the site, by which the next sign-in is known to come from the same
 * browser. It opens nothing, no script reads it, and it is asked for where someone signs in only. Programs elsewhere get none.
 */
@Injectable()
export class DeviceCookie implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const present = currentRequest();
    if (!present || request.get('sec-fetch-site') !== 'same-origin' || isRefresh(request)) return next();
    const input = parseCookie(request.headers.cookie ?? '')[NAME];
    const deviceToken = input && MARK.test(input) ? input : newSecret();
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
    runInRequest({ ...present, deviceToken }, next);
  }
}

function isRefresh(request: Request): boolean {
  return request.query.grant_type === 'refresh_token';
}

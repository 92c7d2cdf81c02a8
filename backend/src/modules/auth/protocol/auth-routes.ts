import { AUTH_PATH } from '@subscription-site/shared/paths';
import { applyDecorators, Controller, SetMetadata, UseFilters, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PublicRoute } from '../../../platform/security/access.js';
import type { Limit } from '../../../platform/security/rate-limits.js';
import { AuthErrorFilter } from './auth-error.filter.js';
import { AuthTimeout } from './auth-timeout.interceptor.js';

/** Marks a wire protocol controller, which has its own path, error format, timeout and authentication. */
export function AuthController(tag = 'Authentication'): ClassDecorator {
  return applyDecorators(
    Controller('auth/v1'),
    ApiTags(tag),
    PublicRoute(),
    SkipAccessGuard(),
    UseFilters(AuthErrorFilter),
    UseInterceptors(AuthTimeout),
  );
}

/** Callbacks that receive form posts. All other endpoints accept only JSON. */
export const AUTH_FORM_PATHS = ['/callback', '/sso/saml/acs'].map((path) => AUTH_PATH + path);

const FIVE_MINUTES = 300;
/** Rate limits per client IP address, by endpoint. */
export const AUTH_LIMITS = {
  signup: { name: 'auth:signup', points: 30, seconds: FIVE_MINUTES },
  recover: { name: 'auth:recover', points: 30, seconds: FIVE_MINUTES },
  otp: { name: 'auth:otp', points: 30, seconds: FIVE_MINUTES },
  resend: { name: 'auth:resend', points: 30, seconds: FIVE_MINUTES },
  verify: { name: 'auth:verify', points: 30, seconds: FIVE_MINUTES },
  verifyCheck: { name: 'auth:verify-check', points: 60, seconds: FIVE_MINUTES },
  authorize: { name: 'auth:authorize', points: 60, seconds: FIVE_MINUTES },
  callback: { name: 'auth:callback', points: 60, seconds: FIVE_MINUTES },
  sso: { name: 'auth:sso', points: 30, seconds: FIVE_MINUTES },
  token: { name: 'auth:token', points: 150, seconds: FIVE_MINUTES },
  /** High, since a whole office may share an IP address. Failed password attempts have their own limits. */
  password: { name: 'auth:token:password', points: 1200, seconds: 60 },
  factors: { name: 'auth:factors', points: 30, seconds: FIVE_MINUTES },
  factorVerification: { name: 'auth:factor-proof', points: 15, seconds: 60 },
  passkeys: { name: 'auth:passkeys', points: 30, seconds: FIVE_MINUTES },
  reauthenticate: { name: 'auth:reauthenticate', points: 30, seconds: FIVE_MINUTES },
  updateUser: { name: 'auth:user', points: 30, seconds: FIVE_MINUTES },
} as const satisfies Record<string, Limit>;

export const SKIP_ACCESS_GUARD = Symbol('skip access guard');

/** For routes of the wire protocol, which authenticate callers with their own guards and error format. */
export const SkipAccessGuard = (): ClassDecorator & MethodDecorator => SetMetadata(SKIP_ACCESS_GUARD, true);

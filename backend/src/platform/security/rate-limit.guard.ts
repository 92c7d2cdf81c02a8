import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { clientNetwork } from './client-network.js';
import { RateLimits, type Limit } from './rate-limits.js';

const LIMIT = Symbol('rate limit');

/** For routes without their own limit. */
const DEFAULT_LIMIT: Limit = { name: 'api', points: 1200, seconds: 60 };

/** For routes whose limit depends on the request. */
type ResolveLimit = (request: Request) => Limit;

/** Limits how often one IP address may call a route. */
export const LimitPerIp = (limit: Limit | ResolveLimit): ClassDecorator & MethodDecorator =>
  SetMetadata(LIMIT, limit);

/** Counts each call by the client's IP address. Runs before any other guard. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.getAllAndOverride<Limit | ResolveLimit | undefined>(LIMIT, [
      context.getHandler(),
      context.getClass(),
    ]);
    const chosen = typeof limit === 'function' ? limit(context.switchToHttp().getRequest()) : limit;
    await this.limits.count(chosen ?? DEFAULT_LIMIT, clientNetwork());
    return true;
  }
}

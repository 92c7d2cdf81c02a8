import { UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { MethodNotAllowedError } from '../../../platform/http/unknown-route.js';

/**
 * For GET routes that change something. Express answers HEAD with the GET handler, but link checkers and proxies send HEAD on the
 * assumption that it changes nothing.
 */
export const RejectHead = (...supported: string[]): MethodDecorator =>
  UseGuards(new HeadGuard([...supported, 'OPTIONS']));

class HeadGuard implements CanActivate {
  constructor(private readonly supported: readonly string[]) {}

  canActivate(context: ExecutionContext): boolean {
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method === 'HEAD') throw new MethodNotAllowedError(method, this.supported);
    return true;
  }
}

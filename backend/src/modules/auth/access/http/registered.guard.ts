import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../../../../platform/domain-error.js';
import type { AuthenticatedRequest } from './session.guard.js';

/** Rejects anonymous users, who could not sign in again. Must come after `SessionGuard`. */
@Injectable()
export class RegisteredGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { authenticatedCaller } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (authenticatedCaller && !authenticatedCaller.isAnonymous) return true;
    throw new DomainError('forbidden', 'no_authorization', 'Anonymous users cannot do this');
  }
}

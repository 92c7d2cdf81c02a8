import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import type { RequestWithProof } from './session.guard.js';

/** After `SessionGuard`: keeps anonymous accounts from what only makes sense for somebody who can come back. */
@Injectable()
export class RegisteredGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { provenCaller } = context.switchToHttp().getRequest<RequestWithProof>();
    if (provenCaller && !provenCaller.isAnonymous) return true;
    throw new DomainError('forbidden', 'no_authorization', 'Anonymous users cannot do this');
  }
}

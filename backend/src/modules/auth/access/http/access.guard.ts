import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { FUNCTIONS_PATH } from '@subscription-site/shared/paths';
import { DomainError } from '../../../../platform/domain-error.js';
import { RELAY_ERROR_HEADER } from '../../../../platform/http/documentation.js';
import { ACCESS, type Access, type RequestWithCaller } from '../../../../platform/security/access.js';
import { StaffMfa } from '../../factors/staff-mfa.js';
import { SKIP_ACCESS_GUARD } from '../../protocol/auth-routes.js';
import { UnverifiableTokenError } from '../session-errors.js';
import { AuthenticateCaller, type AuthenticatedCaller } from '../authenticate-caller.js';
import { bearerToken } from './bearer.strategy.js';

/**
 * Guards all routes and denies by default. The caller's session, assurance level, ban and role are read from the database on every
 * request. An `anon` API key does not identify a user and counts as signed out; so do an ended session and a token that can't be
 * verified. Functions report the latter as a relay error, as in the protocol.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticateCaller: AuthenticateCaller,
    private readonly staffMfa: StaffMfa,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(SKIP_ACCESS_GUARD, targets)) return true;
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets) ?? 'customer';
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const caller = await this.authenticateRequest(request, access);
    if (caller) request.caller = caller;
    if (access === 'public') return true;
    if (!caller) throw new DomainError('unauthenticated', 'unauthorized', 'Please sign in.');
    if (!isAllowed(caller, access))
      throw new DomainError('forbidden', 'forbidden', 'You are not allowed to do this.');
    if (access !== 'customer') await this.staffMfa.assertVerified(caller);
    return true;
  }

  private async authenticateRequest(
    request: RequestWithCaller,
    access: Access,
  ): Promise<AuthenticatedCaller | undefined> {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return undefined;
    try {
      return await this.authenticateCaller.authenticate(token);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const isRelayError = error instanceof UnverifiableTokenError && access !== 'public';
      if (isRelayError && request.path.startsWith(`${FUNCTIONS_PATH}/`))
        request.res!.setHeader(RELAY_ERROR_HEADER, 'true');
      return undefined;
    }
  }
}

function isAllowed({ role }: AuthenticatedCaller, access: Exclude<Access, 'public'>): boolean {
  if (access === 'customer') return true;
  return access === 'support' ? role !== null : role === 'admin';
}

import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import {
  AuthenticateCaller,
  type AuthenticatedUser,
  type AuthenticatedCaller,
} from '../../application/sessions/authenticate-caller.js';
import { BEARER } from './bearer.strategy.js';

export type AuthenticatedRequest = Request & {
  user?: { token: string };
  authenticatedCaller?: AuthenticatedCaller;
  authenticatedUser?: AuthenticatedUser;
};

/** For routes of the wire protocol that need a session; rejects in the protocol's words. */
@Injectable()
export class SessionGuard extends AuthGuard(BEARER) {
  constructor(protected readonly callers: AuthenticateCaller) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    await this.authenticate(request, request.user?.token ?? '');
    return true;
  }

  protected async authenticate(request: AuthenticatedRequest, token: string): Promise<void> {
    request.authenticatedCaller = await this.callers.authenticate(token);
  }
}

/** For the route that shows the account: who is calling and what is shown are read at once. */
@Injectable()
export class SessionUserGuard extends SessionGuard {
  protected override async authenticate(request: AuthenticatedRequest, token: string): Promise<void> {
    request.authenticatedUser = await this.callers.authenticateWithUser(token);
  }
}

/** Injects whom {@link SessionGuard} proved. */
export const SessionCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().authenticatedCaller,
);

/** Injects what {@link SessionUserGuard} read. */
export const SessionUser = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().authenticatedUser,
);

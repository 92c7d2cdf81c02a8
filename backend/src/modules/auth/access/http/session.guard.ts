import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import {
  AuthenticateCaller,
  type AuthenticatedUser,
  type AuthenticatedCaller,
} from '../authenticate-caller.js';
import { BEARER } from './bearer.strategy.js';

export type AuthenticatedRequest = Request & {
  user?: { token: string };
  authenticatedCaller?: AuthenticatedCaller;
  authenticatedUser?: AuthenticatedUser;
};

/** For routes of the wire protocol that require a session; throws the protocol's errors. */
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

/** Like {@link SessionGuard}, but loads the whole user in the same query. */
@Injectable()
export class SessionUserGuard extends SessionGuard {
  protected override async authenticate(request: AuthenticatedRequest, token: string): Promise<void> {
    request.authenticatedUser = await this.callers.authenticateWithUser(token);
  }
}

/** Injects the caller authenticated by {@link SessionGuard}. */
export const SessionCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().authenticatedCaller,
);

/** Injects the user loaded by {@link SessionUserGuard}. */
export const SessionUser = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().authenticatedUser,
);

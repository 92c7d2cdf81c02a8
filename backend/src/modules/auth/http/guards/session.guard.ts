import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { Callers, type ProvenAccount, type ProvenCaller } from '../../application/sessions/callers.js';
import { BEARER } from './bearer.strategy.js';

export type RequestWithProof = Request & {
  user?: { token: string };
  provenCaller?: ProvenCaller;
  provenAccount?: ProvenAccount;
};

/** For routes of the wire protocol that need a session; refuses in the protocol's words. */
@Injectable()
export class SessionGuard extends AuthGuard(BEARER) {
  constructor(protected readonly callers: Callers) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<RequestWithProof>();
    await this.prove(request, request.user?.token ?? '');
    return true;
  }

  protected async prove(request: RequestWithProof, token: string): Promise<void> {
    request.provenCaller = await this.callers.prove(token);
  }
}

/** For the route that shows the account: who is calling and what is shown are read at once. */
@Injectable()
export class SessionAccountGuard extends SessionGuard {
  protected override async prove(request: RequestWithProof, token: string): Promise<void> {
    request.provenAccount = await this.callers.proveWhole(token);
  }
}

/** Injects whom {@link SessionGuard} proved. */
export const SessionCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<RequestWithProof>().provenCaller,
);

/** Injects what {@link SessionAccountGuard} read. */
export const SessionAccount = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<RequestWithProof>().provenAccount,
);

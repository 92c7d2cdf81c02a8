import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { Callers, type ProvenCaller } from '../../application/sessions/callers.js';
import { BEARER } from './bearer.strategy.js';

export type RequestWithProof = Request & { user?: { token: string }; provenCaller?: ProvenCaller };

/** For routes of the wire protocol that need a session; refuses in the protocol's words. */
@Injectable()
export class SessionGuard extends AuthGuard(BEARER) {
  constructor(private readonly callers: Callers) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<RequestWithProof>();
    request.provenCaller = await this.callers.prove(request.user?.token ?? '');
    return true;
  }
}

/** Injects whom {@link SessionGuard} proved. */
export const SessionCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<RequestWithProof>().provenCaller,
);

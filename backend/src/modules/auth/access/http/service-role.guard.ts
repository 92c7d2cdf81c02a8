import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { NotAdminError } from '../../core/auth-errors.js';
import { AccessTokens, ADMIN_ROLES } from '../access-tokens.port.js';
import { BEARER } from './bearer.strategy.js';

/** Admits only API keys with an admin role. User tokens are rejected, regardless of the role they claim. */
@Injectable()
export class ServiceRoleGuard extends AuthGuard(BEARER) {
  constructor(private readonly tokens: AccessTokens) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const { user } = context.switchToHttp().getRequest<Request & { user?: { token: string } }>();
    const { sub, role } = await this.tokens.verify(user?.token ?? '');
    if (sub !== undefined || !ADMIN_ROLES.includes(role)) throw new NotAdminError();
    return true;
  }
}

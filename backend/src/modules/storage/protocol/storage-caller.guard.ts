import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { DomainError } from '../../../platform/domain-error.js';
import { bearerToken, TokenHolders, type TokenHolder } from '../../auth/index.js';
import { AccessDeniedError } from '../core/storage-errors.js';

type StorageRequest = Request & { storageCaller?: TokenHolder };

const TOKEN = Symbol('token requirement');
type TokenRequirement = 'required' | 'optional' | 'ignored';

/** Without a token, the caller is anonymous. */
export const OptionalToken = (): MethodDecorator => SetMetadata(TOKEN, 'optional' satisfies TokenRequirement);
/** For public and signed URLs: the token in a header, if any, does not matter. */
export const IgnoredToken = (): MethodDecorator => SetMetadata(TOKEN, 'ignored' satisfies TokenRequirement);

/** Authenticates callers by user token or client key, with the protocol's errors. What they may do is up to the use cases. */
@Injectable()
export class StorageCallerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly holders: TokenHolders,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const requirement =
      this.reflector.get<TokenRequirement | undefined>(TOKEN, context.getHandler()) ?? 'required';
    if (requirement === 'ignored') return true;
    const request = context.switchToHttp().getRequest<StorageRequest>();
    const token = bearerToken(request.headers.authorization) ?? request.get('apikey');
    if (token !== undefined) request.storageCaller = await this.resolve(token);
    else if (requirement === 'optional') request.storageCaller = { kind: 'anonymous' };
    else throw new AccessDeniedError('Invalid Compact JWS');
    return true;
  }

  private async resolve(token: string): Promise<TokenHolder> {
    try {
      return await this.holders.resolve(token);
    } catch (error) {
      if (error instanceof DomainError && ['malformed', 'forbidden', 'unauthenticated'].includes(error.kind))
        throw new AccessDeniedError(error.message);
      throw error;
    }
  }
}

/** Injects the caller authenticated by {@link StorageCallerGuard}. */
export const CurrentStorageCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<StorageRequest>().storageCaller,
);

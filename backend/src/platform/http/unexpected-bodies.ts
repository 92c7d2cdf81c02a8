import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { ValidationError } from '../domain-error.js';

/**
 * Rejects body fields on routes that read no body, as the validation pipe rejects unknown fields on the others. A guard, because the first
 * interceptor makes every request slower.
 */
export class RejectUnexpectedBodies implements CanActivate {
  /** `prefixes`: paths of the routes that accept only JSON bodies. */
  constructor(private readonly prefixes: readonly string[]) {}

  canActivate(context: ExecutionContext): boolean {
    const { path, body } = context.switchToHttp().getRequest<Request>();
    const isChecked = this.prefixes.some((prefix) => path.toLowerCase().startsWith(`${prefix}/`));
    if (isChecked && !readsBody(context)) {
      const fields = Object.keys((body as object | undefined) ?? {});
      if (fields.length > 0)
        throw new ValidationError(fields.map((field) => ({ field, message: `Unknown field: ${field}.` })));
    }
    return true;
  }
}

/** Whether the route has a parameter decorated with `@Body()`. */
function readsBody(context: ExecutionContext): boolean {
  const { name } = context.getHandler();
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}

import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { ValidationError } from '../domain-error.js';

/** Rejects body fields on routes that read no body, as the validation pipe rejects unknown fields on the others. */
export class RejectUnexpectedBodies implements NestInterceptor {
  /** `prefixes`: paths of the routes that accept only JSON bodies. */
  constructor(private readonly prefixes: readonly string[]) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { path, body } = context.switchToHttp().getRequest<Request>();
    const isChecked = this.prefixes.some((prefix) => path.toLowerCase().startsWith(`${prefix}/`));
    if (isChecked && !readsBody(context)) {
      const fields = Object.keys((body as object | undefined) ?? {});
      if (fields.length > 0)
        throw new ValidationError(fields.map((field) => ({ field, message: `Unknown field: ${field}.` })));
    }
    return next.handle();
  }
}

/** Whether the route has a parameter decorated with `@Body()`. */
function readsBody(context: ExecutionContext): boolean {
  const { name } = context.getHandler();
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}

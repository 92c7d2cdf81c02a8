import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { ValidationError } from '../../../platform/domain-error.js';
import type { Caller } from '../../../platform/security/access.js';
import { buyerErrors } from '../buyers/buyer.js';

/**
 * Adds the missing fields of a buyer who is not signed in to the errors in the rest of the body, which are found first. Clients see
 * everything that is wrong at once.
 */
@Injectable()
export class BuyerFieldsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body, caller } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof ValidationError) || caller) throw error;
        const named = new Set(error.fields.map(({ field }) => field));
        const missing = buyerErrors(readTexts(body)).filter(({ field }) => !named.has(field));
        throw new ValidationError([...error.fields, ...missing]);
      }),
    );
  }
}

function readTexts(body: unknown): Record<string, string> {
  const entries = Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as Record<string, string>;
}

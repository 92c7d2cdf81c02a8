import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { throwError, timeout, type Observable } from 'rxjs';
import { DomainError } from '../../../platform/domain-error.js';

const MAX_MS = 10_000;

/**
 * Responds with 504 after ten seconds; clients treat it as temporary and retry. The request's work is not aborted: its transactions
 * still commit or roll back.
 */
@Injectable()
export class AuthTimeout implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(timeout({ first: MAX_MS, with: () => throwError(timeoutError) }));
  }
}

function timeoutError(): DomainError {
  return new DomainError(
    'timeout',
    'request_timeout',
    'Processing this request timed out, please retry after a moment.',
    {
      retryAfterSeconds: 2,
    },
  );
}

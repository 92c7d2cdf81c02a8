import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { throwError, timeout, type Observable } from 'rxjs';
import { DomainError } from '../../../../platform/errors/domain-error.js';

const MAX_MS = 10_000;

/**
 * No one waits longer than this for an answer of the protocol: clients take a 504 for a trouble of the moment and try again. What the
 * call began goes on; transactions in it commit or fail as they would have.
 */
@Injectable()
export class WireTimeout implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(timeout({ first: MAX_MS, with: () => throwError(tooLong) }));
  }
}

function tooLong(): DomainError {
  return new DomainError(
    'timeout',
    'request_timeout',
    'Processing this request timed out, please retry after a moment.',
    {
      retryAfterSeconds: 2,
    },
  );
}

import { setTimeout as wait } from 'node:timers/promises';
import { failureAnswer, NO_ANSWER, type Answer } from './answer.ts';
import { Failure } from './failure.ts';
import type { ApiFailure } from '../controls/api-failures.ts';

/** Lives through an error. Answers what the caller gets instead, or undefined when the call goes on. */
export async function suffer(
  fault: ApiFailure,
  requestId: string,
): Promise<Answer | typeof NO_ANSWER | undefined> {
  if (fault.kind !== 'error') await wait(fault.ms, undefined, { ref: false });
  if (fault.kind === 'slow') return undefined;
  return fault.kind === 'hang' ? NO_ANSWER : failureAnswer(failureOf(fault.status), requestId);
}

function failureOf(status: number): Failure {
  if (status === 429) {
    return new Failure(429, {
      type: 'rate_limit_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. A control of the sandbox asked for this answer.',
    });
  }
  return new Failure(status, {
    type: 'api_error',
    message: 'An unknown error occurred. A control of the sandbox asked for this answer.',
  });
}

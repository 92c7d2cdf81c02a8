import { Failure } from './failure.ts';
import { publicView } from './public-view.ts';

/** What goes back to the caller. */
export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

/** The caller is left without an answer, as by a network that fails. */
export const NO_ANSWER = Symbol('no answer');

export function successAnswer(result: object, requestId: string, isPublic: boolean): Answer {
  return { status: 200, body: JSON.stringify(isPublic ? publicView(result) : result, null, 2), requestId };
}

/** The provider's error envelope. Anything but a `Failure` is an error of ours, told as a 500. */
export function failureAnswer(error: unknown, requestId: string, isPublic = false): Answer {
  if (!(error instanceof Failure)) process.emitWarning(error as Error);
  const failure =
    error instanceof Failure
      ? error
      : new Failure(500, { type: 'api_error', message: 'The sandbox itself has failed.' });
  const { payment_intent: intent, ...body } = failure.body;
  const shown = intent && isPublic ? publicView(intent) : intent;
  return {
    status: failure.status,
    body: JSON.stringify({ error: { ...body, ...(shown ? { payment_intent: shown } : {}) } }, null, 2),
    requestId,
  };
}

import { ApiError } from '../../lib/api/api-error';
import { errorMessage } from '../../lib/api/messages';
import type { FormError } from './use-submit';

/** Runs a call and converts an `ApiError` that it throws to a form error. */
export async function catchFormError(
  title: string,
  call: () => Promise<unknown>,
): Promise<FormError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { title, description: errorMessage(error), code: error.code };
  }
}

/** {@link catchFormError} for calls that charge, refund or change a plan: without a response, they may have succeeded. */
export async function catchUncertain(
  title: string,
  call: () => Promise<unknown>,
): Promise<FormError | undefined> {
  const error = await catchFormError(title, call);
  if (error?.code !== 'network_error') return error;
  return {
    ...error,
    title: 'We couldn’t confirm the result',
    description:
      'The connection was lost, but your request may have gone through. Check your plan and invoices before you try again.',
  };
}

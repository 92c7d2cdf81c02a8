import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { UNEXPECTED_ERROR } from '../../lib/api/default-messages';
import { logError } from '../../lib/log';
import type { AuthFailure } from '../../lib/session/auth-failure';
import { preserveFocus } from '../focus/preserve-focus';
import { clearToasts, toastError, type ToastText } from '../feedback/toast';
import { loadToasts } from '../feedback/toast-signal';

/**
 * Why a form failed. Shown once: at the field it concerns, in the form's alert, or in a toast. `code` is the
 * server's error code.
 */
export interface FormError extends ToastText {
  code?: string;
  /** Seconds until a retry may succeed. */
  retryAfterSeconds?: number;
  /** A toast shows the error, and the form's alert shows this instead. */
  outcome?: string;
  /** Shown at a field, on another form, or in a toast because the form disappears; the form's alert stays empty. */
  shownElsewhere?: boolean;
}

/** Converts an auth failure to a form error; undefined for null. */
export function toFormError(title: string, failure: AuthFailure | null): FormError | undefined {
  if (!failure) return undefined;
  const { message: description, code, retryAfterSeconds } = failure;
  return { title, description, code, retryAfterSeconds };
}

/**
 * Submit state of a form: busy, error, and preserved focus. If `outcome` is set, errors are shown in a toast, as the specification
 * requires for some forms, and the form's alert shows the outcome.
 */
export function useSubmit(outcome?: string) {
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState<FormError>();
  useEffect(loadToasts, []);

  /**
   * Runs the action, which returns its error, or undefined on success. Exceptions are reported as an
   * unexpected error.
   */
  const run = async (action: () => Promise<FormError | undefined>): Promise<boolean> => {
    const restoreFocus = preserveFocus();
    setBusy(true);
    setFormError(undefined);
    clearToasts();
    const error = await action().catch((thrown: unknown): FormError => {
      logError('authentication', thrown);
      return { title: 'Error', description: UNEXPECTED_ERROR };
    });
    const shown = error?.shownElsewhere ? undefined : error;
    // A toast keeps clear of the alert, which must have been rendered.
    flushSync(() => {
      setBusy(false);
      setFormError(shown && { ...shown, outcome });
    });
    if (shown && outcome) toastError(shown);
    restoreFocus();
    return !error;
  };

  const clearFormError = () => setFormError(undefined);

  return { busy, formError, run, clearFormError };
}

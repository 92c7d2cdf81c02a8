import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { UNEXPECTED_ERROR } from '../../lib/api/default-messages';
import { logError } from '../../lib/log';
import type { AuthFailure } from '../../lib/session/auth-failure';
import { preserveFocus } from '../focus/preserve-focus';
import { clearToasts, toastError, type ToastText } from '../feedback/toast';
import { loadToasts } from '../feedback/toast-signal';

/**
 * Why a form failed. Shown once: at the field it concerns, or in the form's alert. `code` is the server's
 * error code.
 */
export interface FormError extends ToastText {
  code?: string;
  /** Seconds until a retry may succeed. */
  retryAfterSeconds?: number;
  /**
   * Also shown in a toast, which announces it, unless `silently`: for errors at a field that gets the focus. Used where the toast is
   * specified or the form disappears.
   */
  shownInToast?: boolean | 'silently';
  /** Shown at a field or on another form; the form's alert stays empty. */
  shownInline?: boolean;
}

/** Converts an auth failure to a form error; undefined for null. */
export function toFormError(title: string, failure: AuthFailure | null): FormError | undefined {
  if (!failure) return undefined;
  const { message: description, code, retryAfterSeconds } = failure;
  return { title, description, code, retryAfterSeconds };
}

/** Submit state of a form: busy, error, and preserved focus. */
export function useSubmit() {
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
      // A toast would be hidden behind an open dialog.
      const shownInToast = !document.querySelector('dialog[open]');
      return { title: 'Error', description: UNEXPECTED_ERROR, shownInToast };
    });
    // A toast keeps clear of the alert, which must have been rendered.
    flushSync(() => {
      setBusy(false);
      setFormError(error?.shownInline ? undefined : error);
    });
    if (error?.shownInToast)
      toastError(
        { title: error.title, description: error.description },
        { silent: error.shownInToast === 'silently' },
      );
    restoreFocus();
    return !error;
  };

  const clearFormError = () => setFormError(undefined);

  return { busy, formError, run, clearFormError };
}

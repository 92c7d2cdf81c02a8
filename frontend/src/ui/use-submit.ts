import { useState } from 'react';
import { UNEXPECTED_ERROR } from '../lib/api/messages';
import { logError } from '../lib/log';
import type { AuthFailure } from '../lib/session/auth-failure';
import { preserveFocus } from './preserve-focus';
import { clearToasts, toastError, type ToastText } from './toast';

/** Why a form was refused. It is told once: at the entry that is at fault, or else in the form's box. `code` is the service's, where there is one. */
export interface FormError extends ToastText {
  code?: string;
  /** Before then the same will be refused again. */
  retryAfterSeconds?: number;
  /**
   * Said in a toast as well, which is what is read out: where the words of one are given, as for signing up and in, and where the
   * form goes away meanwhile.
   */
  toasted?: boolean;
  /** Told at an entry of the form, or on another form: the box has nothing to say. */
  shownInline?: boolean;
}

/** The refusal of the authentication service under this title; nothing where there was none. */
export function toFormError(title: string, failure: AuthFailure | null): FormError | undefined {
  if (!failure) return undefined;
  const { message: description, code, retryAfterSeconds } = failure;
  return { title, description, code, retryAfterSeconds };
}

/** One form's way to the service: busy while it runs, and the problem that its box shows. The focus stays where it was. */
export function useSubmit() {
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState<FormError>();

  /** Runs the act; it returns its problem, or nothing on success. Anything thrown becomes the unexpected error. */
  const run = async (action: () => Promise<FormError | undefined>): Promise<boolean> => {
    const restoreFocus = preserveFocus();
    setBusy(true);
    setFormError(undefined);
    clearToasts();
    const failed = await action().catch((error: unknown): FormError => {
      logError('authentication', error);
      // A toast would stand behind an open sheet, where nobody hears or reads it.
      const toasted = !document.querySelector('dialog[open]');
      return { title: 'Error', description: UNEXPECTED_ERROR, toasted };
    });
    setBusy(false);
    setFormError(failed?.shownInline ? undefined : failed);
    if (failed?.toasted) toastError({ title: failed.title, description: failed.description });
    restoreFocus();
    return !failed;
  };

  /** Takes the problem away: its form is not what is tried now. */
  const clearFormError = () => setFormError(undefined);

  return { busy, formError, run, clearFormError };
}

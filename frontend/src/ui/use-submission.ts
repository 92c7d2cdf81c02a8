import { useState } from 'react';
import { UNEXPECTED } from '../lib/api/messages';
import { logFault } from '../lib/log';
import type { AuthFailure } from '../lib/session/auth-failure';
import { noteFocus } from './note-focus';
import { clearToasts, toastError, type ToastText } from './toast';

/** Why a form was refused. It is told once: at the entry that is at fault, or else in the form's box. `code` is the service's, where there is one. */
export interface Problem extends ToastText {
  code?: string;
  /** Before then the same will be refused again. */
  retryAfterSeconds?: number;
  /**
   * Said in a toast as well, which is what is read out: where the words of one are given, as for signing up and in, and where the
   * form goes away meanwhile.
   */
  toasted?: boolean;
  /** Told at an entry of the form, or on another form: the box has nothing to say. */
  shownElsewhere?: boolean;
}

/** The refusal of the authentication service under this title; nothing where there was none. */
export function refusal(title: string, failure: AuthFailure | null): Problem | undefined {
  if (!failure) return undefined;
  const { message: description, code, retryAfterSeconds } = failure;
  return { title, description, code, retryAfterSeconds };
}

/** One form's way to the service: busy while it runs, and the problem that its box shows. The focus stays where it was. */
export function useSubmission() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Runs the act; it returns its problem, or nothing on success. Anything thrown becomes the unexpected error. */
  const run = async (act: () => Promise<Problem | undefined>): Promise<boolean> => {
    const giveFocusBack = noteFocus();
    setBusy(true);
    setProblem(undefined);
    clearToasts();
    const found = await act().catch((fault: unknown): Problem => {
      logFault('authentication', fault);
      // A toast would stand behind an open sheet, where nobody hears or reads it.
      const toasted = !document.querySelector('dialog[open]');
      return { title: 'Error', description: UNEXPECTED, toasted };
    });
    setBusy(false);
    setProblem(found?.shownElsewhere ? undefined : found);
    if (found?.toasted) toastError({ title: found.title, description: found.description });
    giveFocusBack();
    return !found;
  };

  /** Takes the problem away: its form is not what is tried now. */
  const forget = () => setProblem(undefined);

  return { busy, problem, run, forget };
}

import { useState } from 'react';
import { UNEXPECTED } from '../lib/api/messages';
import { logFault } from '../lib/log';
import type { AuthFailure } from '../lib/session/auth-failure';
import { toastError, type ToastText } from './toast';

/** A problem told in a toast and in the form. `code` is the service's, where there is one. */
export interface Problem extends ToastText {
  code?: string;
  /** Before then the same will be refused again. */
  retryAfterSeconds?: number;
  /** The form that shows it is another one. */
  shownElsewhere?: boolean;
}

/** The refusal of the authentication service under this title; nothing where there was none. */
export function refusal(title: string, failure: AuthFailure | null): Problem | undefined {
  if (!failure) return undefined;
  const { message: description, code, retryAfterSeconds } = failure;
  return { title, description, code, retryAfterSeconds };
}

/** One form's way to the service: busy while it runs, and the problem it ended with. */
export function useSubmission() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Runs the act; it returns its problem, or nothing on success. Anything thrown becomes the unexpected error. */
  const run = async (act: () => Promise<Problem | undefined>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    const found = await act().catch((fault: unknown): Problem => {
      logFault('authentication', fault);
      return { title: 'Error', description: UNEXPECTED };
    });
    setBusy(false);
    setProblem(found?.shownElsewhere ? undefined : found);
    if (found) toastError({ title: found.title, description: found.description });
    return !found;
  };

  return { busy, problem, run };
}

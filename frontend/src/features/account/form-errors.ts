import type { AuthError } from '@supabase/auth-js';
import type { AuthClient } from '../../lib/session/auth-client';
import { toAuthFailure } from '../../lib/session/auth-failure';
import { toastError } from '../../ui/feedback/toast';
import { toFormError, type FormError } from '../../ui/forms/use-submit';

/**
 * Converts an auth error to a form error. Refreshes the session when it no longer meets the required
 * assurance level, so that the site asks for MFA.
 */
export async function authFormError(
  client: AuthClient,
  title: string,
  error: AuthError | null,
): Promise<FormError | undefined> {
  const failure = toAuthFailure(error);
  if (!failure) return undefined;
  if (failure.code === 'insufficient_aal') await client.refreshSession();
  // `getUser` clears a revoked session, so the site redirects to sign-in and says why.
  if (failure.code === 'session_not_found') await client.getUser();
  const formError = toFormError(title, failure)!;
  if (failure.code !== 'insufficient_aal') return formError;
  // The form disappears.
  toastError(formError);
  return { ...formError, shownElsewhere: true };
}

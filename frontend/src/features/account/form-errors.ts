import type { AuthError } from '@supabase/auth-js';
import { ApiError } from '../../lib/api/api-error';
import { errorMessage } from '../../lib/api/messages';
import type { AuthClient } from '../../lib/session/auth-client';
import { toAuthFailure } from '../../lib/session/auth-failure';
import { toFormError, type FormError } from '../../ui/use-submit';

/**
 * What the refusal of the authentication service comes to under this title; nothing where there was none. Where the session has
 * fallen back behind the second step it is read anew, so that the site asks for the code.
 */
export async function authFormError(
  client: AuthClient,
  title: string,
  error: AuthError | null,
): Promise<FormError | undefined> {
  const failure = toAuthFailure(error);
  if (!failure) return undefined;
  if (failure.code === 'insufficient_aal') await client.refreshSession();
  // Asked who is signed in, the library drops a session that was ended elsewhere, and the site asks to sign in.
  if (failure.code === 'session_not_found') await client.getUser();
  // With the session goes the form: what is said there nobody would read.
  const toasted = failure.code === 'session_not_found' || failure.code === 'insufficient_aal';
  return { ...toFormError(title, failure)!, toasted };
}

/** The same for a call that throws its refusal. */
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

import type { AuthError } from '@supabase/auth-js';
import { ApiError } from '../../lib/api/api-error';
import { sentenceOf } from '../../lib/api/messages';
import type { AuthClient } from '../../lib/session/auth-client';
import { failureOf } from '../../lib/session/auth-failure';
import { refusal, type Problem } from '../../ui/use-submission';

/**
 * What the refusal of the authentication service comes to under this title; nothing where there was none. Where the session has
 * fallen back behind the second step it is read anew, so that the site asks for the code.
 */
export async function problemOf(
  client: AuthClient,
  title: string,
  error: AuthError | null,
): Promise<Problem | undefined> {
  const failure = failureOf(error);
  if (!failure) return undefined;
  if (failure.code === 'insufficient_aal') await client.refreshSession();
  // Asked who is signed in, the library drops a session that was ended elsewhere, and the site asks to sign in.
  if (failure.code === 'session_not_found') await client.getUser();
  // With the session goes the form: what is said there nobody would read.
  const toasted = failure.code === 'session_not_found' || failure.code === 'insufficient_aal';
  return { ...refusal(title, failure)!, toasted };
}

/** The same for a call that throws its refusal. */
export async function problemIn(title: string, call: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await call();
    return undefined;
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    return { title, description: sentenceOf(fault), code: fault.code };
  }
}

import { GoTrueClient, type AuthError } from '@supabase/auth-js';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { TOKEN_FRAGMENT, STORAGE_KEY, type AuthClient } from './auth-client';
import type { Auth } from './auth-context';
import { SERVER_ERROR, UNREACHABLE } from '../api/default-messages';
import { toAuthFailure, toServerFailure } from './auth-failure';
import { requiresMfa } from './mfa';
import { storeWeakPassword } from './weak-password';

/** Creates the client. It checks the session every 30 seconds and refreshes it three ticks before expiry. */
export function createAuthClient(): AuthClient {
  const urlSession = new UrlSession();
  const client = new GoTrueClient({
    url: `${window.location.origin}${AUTH_PATH}`,
    storageKey: STORAGE_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: urlSession.detect,
    flowType: 'implicit',
    fetch: fetchReadable,
  });
  void client.initialize().then(urlSession.finish);
  return client;
}

/** Errors for the token of a user who was deleted or banned. */
const USER_ERRORS = ['user_not_found', 'user_banned'];

/**
 * Adds a message to failures without one: no response, or an error response that is not JSON. Reports a user who no longer exists as
 * a session that doesn't, because the library only drops those.
 */
async function fetchReadable(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init).catch(() => {
    throw new Error(UNREACHABLE);
  });
  if (response.ok) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as Record<string, unknown> | undefined;
  if (body === undefined) return new Response(JSON.stringify({ message: SERVER_ERROR }), response);
  // In older versions of the protocol, `code` is the status.
  const isUserGone = [body['code'], body['error_code']].some((code) => USER_ERRORS.includes(String(code)));
  if (!isUserGone || !new Headers(init?.headers).has('Authorization')) return response;
  const code = 'session_not_found';
  return new Response(JSON.stringify({ ...body, code, error_code: code }), response);
}

/**
 * A session passed in the URL fragment. Removed immediately by replacing the history entry: the library would
 * push a new entry, leaving the tokens in the history and a bare `#` in the URL.
 */
class UrlSession {
  #fragment = '';

  /** Whether the URL contains a session. */
  readonly detect = ({ hash }: URL): boolean => {
    if (!TOKEN_FRAGMENT.test(hash)) return false;
    this.#fragment = hash;
    replaceFragment('');
    return true;
  };

  /**
   * Called after initialization. When the server was unreachable, the fragment is restored so that a reload
   * can retry.
   */
  readonly finish = ({ error }: { error: AuthError | null }): void => {
    if (!this.#fragment) return;
    if (error?.name === 'AuthRetryableFetchError') replaceFragment(this.#fragment);
    else if (window.location.href.endsWith('#')) replaceFragment('');
  };
}

function replaceFragment(fragment: string): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search + fragment);
}

export function authActions(client: AuthClient): Pick<Auth, 'signUp' | 'signIn' | 'signOut'> {
  return {
    signUp: async (email, password, fullName, captchaToken) => {
      const options = {
        data: { full_name: fullName },
        emailRedirectTo: window.location.origin,
        captchaToken,
      };
      const { data, error } = await client.signUp({ email, password, options });
      if (!error && !data.user) throw new Error('The sign-up response contains no user');
      return { error: toServerFailure(error) };
    },
    signIn: async (email, password, captchaToken) => {
      const { data, error } = await client.signInWithPassword({ email, password, options: { captchaToken } });
      if (data.user) storeWeakPassword(data.user.id, data.weakPassword);
      return {
        error: toServerFailure(error),
        mfaRequired: data.session !== null && requiresMfa(data.session),
      };
    },
    signOut: async () => {
      const { error } = await client.signOut({ scope: 'local' });
      return { error: toAuthFailure(error) };
    },
  };
}

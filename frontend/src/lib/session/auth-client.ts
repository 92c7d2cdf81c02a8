import type { GoTrueClient, Session, User } from '@supabase/auth-js';

export type { Session, User };

/** Methods of the library that no page calls. They are left out of the build. */
export const UNUSED_AUTH_METHODS = [
  'signInWithWeb3',
  'signInWithSSO',
  'signInAnonymously',
  'signInWithIdToken',
  'getClaims',
] as const satisfies (keyof GoTrueClient)[];

export type AuthClient = Omit<GoTrueClient, (typeof UNUSED_AUTH_METHODS)[number]>;

/** Local storage key of the session. */
export const STORAGE_KEY = 'session';
/** URL fragment that contains a new session. */
export const TOKEN_FRAGMENT = /[#&]access_token=/;

/** Whether there may be a session, stored or in the URL. Also true for failed links. Loads nothing. */
export function mayHaveSession(): boolean {
  if (typeof window === 'undefined') return false;
  return hasStoredSession() || /[#&](access_token|error_code)=/.test(window.location.hash);
}

/** Whether a session is stored; it may have expired. */
export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether there is a session to load, stored or in the URL. False for failed links. */
export function hasSessionToLoad(): boolean {
  if (typeof window === 'undefined') return false;
  return hasStoredSession() || TOKEN_FRAGMENT.test(window.location.hash);
}

/** Whether a storage event signals a session started in another tab. */
export function startedInAnotherTab(event: StorageEvent): boolean {
  return event.key === STORAGE_KEY && event.newValue !== null;
}

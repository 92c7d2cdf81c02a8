import type { GoTrueClient, Session, User } from '@supabase/auth-js';

export type { Session, User };
export type AuthClient = GoTrueClient;

/** Under which the session is kept in this browser. */
export const STORAGE_KEY = 'session';
/** The fragment of an address that hands a session over. */
export const TOKEN_FRAGMENT = /[#&]access_token=/;

/** Whether this browser keeps a session, or has just been handed one in the address; false where there is no browser. Loads nothing. */
export function mayHaveSession(): boolean {
  if (typeof window === 'undefined') return false;
  return hasStoredSession() || /[#&](access_token|error_code)=/.test(window.location.hash);
}

/** Whether a session is kept in this browser; it may have expired. */
export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether there is a session to open: kept here, or just handed over in the address. Unlike a link that failed, which opens none. */
export function hasSessionToLoad(): boolean {
  if (typeof window === 'undefined') return false;
  return hasStoredSession() || TOKEN_FRAGMENT.test(window.location.hash);
}

/** Whether a storage event tells of a session begun in another tab. */
export function startedInAnotherTab(event: StorageEvent): boolean {
  return event.key === STORAGE_KEY && event.newValue !== null;
}

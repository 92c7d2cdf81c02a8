import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AuthChangeEvent } from '@supabase/auth-js';
import { setTokenSource } from '../api/token-source';
import { logError } from '../log';
import { startedInAnotherTab, hasSessionToLoad, type Session } from './auth-client';
import { AuthContext, type Auth, type AuthState } from './auth-context';
import { SessionConnection } from './connection';
import { requiresMfa } from './mfa';

const SIGNED_OUT: AuthState = {
  user: null,
  session: null,
  loading: false,
  recovering: false,
  mfaUser: null,
  ended: false,
};

/** The state after an auth event. */
function nextState(
  event: AuthChangeEvent,
  session: Session | null,
  previous: AuthState,
  isSigningOut: boolean,
): AuthState {
  if (!session) return { ...SIGNED_OUT, ended: previous.ended || (previous.user !== null && !isSigningOut) };
  const recovering = event === 'PASSWORD_RECOVERY' || (previous.recovering && event !== 'USER_UPDATED');
  if (requiresMfa(session)) return { ...SIGNED_OUT, recovering, mfaUser: session.user };
  return { ...SIGNED_OUT, user: session.user, session, recovering };
}

async function refreshSubscription(): Promise<void> {
  try {
    const { checkSubscription } = await import('./subscription');
    await checkSubscription();
  } catch (error) {
    logError('check-subscription', error);
  }
}

/**
 * Provides the session. The client library is loaded only when a session is stored or someone signs in, to
 * keep it out of the public pages. Changes with a user trigger `check-subscription`, whose errors are only
 * logged.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [connection] = useState(() => new SessionConnection());
  const [state, setState] = useState<AuthState>(() => ({ ...SIGNED_OUT, loading: hasSessionToLoad() }));

  useEffect(() => {
    const clearTokenSource = setTokenSource(connection);
    const unsubscribe = connection.subscribe((event, session) => {
      const { isSigningOut } = connection;
      setState((previous) => nextState(event, session, previous, isSigningOut));
      if (session?.user && !requiresMfa(session)) void refreshSubscription();
    });
    const load = () =>
      connection.connect().catch((error) => {
        logError('session', error);
        setState((previous) => ({ ...previous, loading: false }));
      });
    const onStorage = (event: StorageEvent) => {
      if (startedInAnotherTab(event)) void load();
    };
    window.addEventListener('storage', onStorage);
    if (hasSessionToLoad()) void load();
    return () => {
      clearTokenSource();
      unsubscribe();
      window.removeEventListener('storage', onStorage);
    };
  }, [connection]);

  const auth = useMemo<Auth>(() => ({ ...state, ...connection.actions }), [state, connection]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AuthChangeEvent } from '@supabase/auth-js';
import { authorizeCallsWith } from '../api/token-source';
import { logFault } from '../log';
import { beganElsewhere, hasSessionToOpen, type Session } from './auth-client';
import { AuthContext, type Auth, type AuthState } from './auth-context';
import { SessionConnection } from './connection';
import { lacksSecondStep } from './second-step';

const SIGNED_OUT: AuthState = {
  user: null,
  session: null,
  loading: false,
  recovering: false,
  halfway: null,
};

/** What each event means: initial session, signed in or out, token refreshed, user updated, recovery, second factor verified. */
function after(event: AuthChangeEvent, session: Session | null, before: AuthState): AuthState {
  if (!session) return SIGNED_OUT;
  const recovering = event === 'PASSWORD_RECOVERY' || (before.recovering && event !== 'USER_UPDATED');
  if (lacksSecondStep(session)) return { ...SIGNED_OUT, recovering, halfway: session.user };
  return { ...SIGNED_OUT, user: session.user, session, recovering };
}

async function noteSubscription(connection: SessionConnection): Promise<void> {
  try {
    const { checkSubscription } = await import('./subscription');
    await checkSubscription();
  } catch (fault) {
    logFault('check-subscription', fault);
    // Asked who is signed in, the library drops a session that was ended elsewhere.
    if ((fault as { status?: number }).status === 401) await (await connection.connect()).getUser();
  }
}

/**
 * Knows who is signed in. The client library is loaded only where a session is stored or someone signs in, so that a visitor
 * does not pay for it. Every change that has a user is followed by `check-subscription`, whose errors are only logged.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [connection] = useState(() => new SessionConnection());
  const [state, setState] = useState<AuthState>(() => ({ ...SIGNED_OUT, loading: hasSessionToOpen() }));

  useEffect(() => {
    const withdraw = authorizeCallsWith(connection);
    const silence = connection.listen((event, session) => {
      setState((before) => after(event, session, before));
      if (session?.user && !lacksSecondStep(session)) void noteSubscription(connection);
    });
    const open = () =>
      connection.connect().catch((fault) => {
        logFault('session', fault);
        setState((before) => ({ ...before, loading: false }));
      });
    const wake = (event: StorageEvent) => {
      if (beganElsewhere(event)) void open();
    };
    window.addEventListener('storage', wake);
    if (hasSessionToOpen()) void open();
    return () => {
      withdraw();
      silence();
      window.removeEventListener('storage', wake);
    };
  }, [connection]);

  const auth = useMemo<Auth>(() => ({ ...state, ...connection.acts }), [state, connection]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

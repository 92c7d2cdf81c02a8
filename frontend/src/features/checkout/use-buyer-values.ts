import { useEffect, useRef, useState } from 'react';
import type { User } from '../../lib/session/auth-client';
import { EMPTY_VALUES, valuesOf, type BuyerValues } from './buyer';

/**
 * The buyer's form values. When a session ends unexpectedly, the form is prefilled with the user's name and
 * email, so that only the password is missing. `markLeaving` marks an intended sign-out.
 */
export function useBuyerValues(user: User | null) {
  const [values, setValues] = useState(EMPTY_VALUES);
  const [sessionEnded, setSessionEnded] = useState(false);
  const before = useRef(user);
  const leaving = useRef(false);

  useEffect(() => {
    const signedOutUser = user ? null : before.current;
    before.current = user;
    setSessionEnded(Boolean(signedOutUser) && !leaving.current);
    if (signedOutUser && !leaving.current) setValues((typed) => ({ ...typed, ...valuesOf(signedOutUser) }));
    leaving.current = false;
  }, [user]);

  return {
    values,
    change: (part: Partial<BuyerValues>) => setValues((typed) => ({ ...typed, ...part })),
    sessionEnded,
    markLeaving: () => {
      leaving.current = true;
    },
  };
}

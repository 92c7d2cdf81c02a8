import { useEffect, useRef, useState } from 'react';
import type { User } from '../../lib/session/auth-client';
import { toBuyerValues, type BuyerValues } from './buyer';
import { loadBuyerDraft, saveBuyerDraft } from './buyer-draft';

/**
 * The buyer's form values. The name and email survive a reload. When a session ends unexpectedly, the form is prefilled with the user's
 * name and email, so that only the password is missing. `markLeaving` marks an intended sign-out.
 */
export function useBuyerValues(user: User | null) {
  const [values, setValues] = useState(loadBuyerDraft);
  const [sessionEnded, setSessionEnded] = useState(false);
  const before = useRef(user);
  const leaving = useRef(false);

  useEffect(() => {
    const signedOutUser = user ? null : before.current;
    before.current = user;
    setSessionEnded(Boolean(signedOutUser) && !leaving.current);
    if (signedOutUser && !leaving.current)
      setValues((typed) => ({ ...typed, ...toBuyerValues(signedOutUser) }));
    leaving.current = false;
  }, [user]);

  return {
    values,
    change: (part: Partial<BuyerValues>) => {
      saveBuyerDraft({ ...values, ...part });
      setValues((typed) => ({ ...typed, ...part }));
    },
    sessionEnded,
    markLeaving: () => {
      leaving.current = true;
    },
  };
}

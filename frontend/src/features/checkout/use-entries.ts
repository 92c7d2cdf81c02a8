import { useEffect, useRef, useState } from 'react';
import type { User } from '../../lib/session/auth-client';
import { NO_ENTRIES, ownEntries, type BuyerEntries } from './buyer';

/**
 * What the buyer has typed. Where he was signed in and his session ends without his doing, his name and address take its place, so
 * that his password is all there is to type. `leave` says that he wants to be signed out.
 */
export function useEntries(user: User | null) {
  const [entries, setEntries] = useState(NO_ENTRIES);
  const [sessionEnded, setSessionEnded] = useState(false);
  const before = useRef(user);
  const leaving = useRef(false);

  useEffect(() => {
    const gone = user ? null : before.current;
    before.current = user;
    setSessionEnded(Boolean(gone) && !leaving.current);
    if (gone && !leaving.current) setEntries((typed) => ({ ...typed, ...ownEntries(gone) }));
    leaving.current = false;
  }, [user]);

  return {
    entries,
    change: (part: Partial<BuyerEntries>) => setEntries((typed) => ({ ...typed, ...part })),
    sessionEnded,
    leave: () => {
      leaving.current = true;
    },
  };
}

import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Seconds left of a wait. It goes on while the page is hidden: whoever looks into the mailbox meanwhile has not to begin anew. */
export function useWait(atFirst = 0) {
  const [until, setUntil] = useState(() => (atFirst > 0 ? Date.now() + atFirst * SECOND_MS : 0));
  const [left, setLeft] = useState(atFirst);

  useEffect(() => {
    if (until === 0) return undefined;
    const timer = window.setInterval(() => {
      const rest = secondsTo(until);
      setLeft(rest);
      if (rest === 0) setUntil(0);
    }, SECOND_MS);
    return () => window.clearInterval(timer);
  }, [until]);

  const begin = (seconds: number) => {
    setUntil(Date.now() + seconds * SECOND_MS);
    setLeft(seconds);
  };
  return { left, begin };
}

function secondsTo(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / SECOND_MS));
}

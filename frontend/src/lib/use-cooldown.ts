import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Counts down the seconds until an action may be repeated. Continues while the page is hidden. */
export function useCooldown(initialSeconds = 0) {
  const [until, setUntil] = useState(() =>
    initialSeconds > 0 ? Date.now() + initialSeconds * SECOND_MS : 0,
  );
  const [secondsLeft, setLeft] = useState(initialSeconds);

  useEffect(() => {
    if (until === 0) return undefined;
    const timer = window.setInterval(() => {
      const remaining = secondsUntil(until);
      setLeft(remaining);
      if (remaining === 0) setUntil(0);
    }, SECOND_MS);
    return () => window.clearInterval(timer);
  }, [until]);

  const start = (seconds: number) => {
    setUntil(Date.now() + seconds * SECOND_MS);
    setLeft(seconds);
  };
  return { secondsLeft, start };
}

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / SECOND_MS));
}

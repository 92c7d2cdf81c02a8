import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Counts down in one-second steps and calls `onZero` once. Stops for good when told to, and when the page is hidden: whoever is
 * looking elsewhere is not surprised by a new tab.
 */
export function useCountdown(seconds: number, startRunning: boolean, onZero: () => void) {
  const [left, setLeft] = useState(seconds);
  const [running, setRunning] = useState(startRunning);
  const atZero = useEffectEvent(onZero);

  useEffect(() => {
    if (!running) return undefined;
    const hide = () => {
      if (document.hidden) setRunning(false);
    };
    const timer = window.setTimeout(() => {
      setLeft(left - 1);
      if (left > 1) return;
      setRunning(false);
      atZero();
    }, 1_000);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [left, running]);

  return { left, running, stop: () => setRunning(false) };
}

import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Counts down in one-second steps and calls `onZero` once. Stops for good on `stop` or when the page is
 * hidden, so that no tab opens unexpectedly.
 */
export function useCountdown(seconds: number, startRunning: boolean, onZero: () => void) {
  const [secondsLeft, setLeft] = useState(seconds);
  const [running, setRunning] = useState(startRunning);
  const handleZero = useEffectEvent(onZero);

  useEffect(() => {
    if (!running) return undefined;
    const stopWhenHidden = () => {
      if (document.hidden) setRunning(false);
    };
    const timer = window.setTimeout(() => {
      setLeft(secondsLeft - 1);
      if (secondsLeft > 1) return;
      setRunning(false);
      handleZero();
    }, 1_000);
    document.addEventListener('visibilitychange', stopWhenHidden);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', stopWhenHidden);
    };
  }, [secondsLeft, running]);

  return { secondsLeft, running, stop: () => setRunning(false) };
}

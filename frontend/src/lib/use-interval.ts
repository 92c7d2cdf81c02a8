import { useEffect, useEffectEvent } from 'react';

/** Calls `callback` repeatedly while `active`, except while the page is hidden. */
export function useInterval(active: boolean, everyMs: number, callback: () => void): void {
  const tick = useEffectEvent(callback);
  useEffect(() => {
    if (!active) return undefined;
    const timer = window.setInterval(() => {
      if (!document.hidden) tick();
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [active, everyMs]);
}

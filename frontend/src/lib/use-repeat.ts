import { useEffect, useEffectEvent } from 'react';

/** Does something again and again while `active`, except while the page is hidden. */
export function useRepeat(active: boolean, everyMs: number, act: () => void): void {
  const again = useEffectEvent(act);
  useEffect(() => {
    if (!active) return undefined;
    const timer = window.setInterval(() => {
      if (!document.hidden) again();
    }, everyMs);
    return () => window.clearInterval(timer);
  }, [active, everyMs]);
}

import { useEffect } from 'react';
import { prefetchPage } from './pages';

const INTENT_EVENTS = ['pointerover', 'touchstart', 'focusin'] as const;

/** Prefetches a page's code when a link to it is hovered, touched, or focused. */
export function LinkPrefetch() {
  useEffect(() => {
    const seen = new Set<string>();
    const prefetch = (target: EventTarget | null) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link || link.target || link.origin !== window.location.origin || seen.has(link.pathname)) return;
      seen.add(link.pathname);
      prefetchPage(link.pathname);
    };
    const onIntent = (event: Event) => prefetch(event.target);
    // The interaction that triggered hydration may have been on a link.
    prefetch(document.querySelector('a:hover'));
    for (const intent of INTENT_EVENTS) document.addEventListener(intent, onIntent, { passive: true });
    return () => {
      for (const intent of INTENT_EVENTS) document.removeEventListener(intent, onIntent);
    };
  }, []);
  return null;
}

import { useEffect } from 'react';
import { prefetchPage } from './pages';

const INTENT_EVENTS = ['pointerover', 'touchstart', 'focusin'] as const;

/** Fetches the code of a page when a link to it is pointed at, touched or focused: by the press it is mostly there. */
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
    // What woke the page may have been a link itself.
    prefetch(document.querySelector('a:hover'));
    for (const intent of INTENT_EVENTS) document.addEventListener(intent, onIntent, { passive: true });
    return () => {
      for (const intent of INTENT_EVENTS) document.removeEventListener(intent, onIntent);
    };
  }, []);
  return null;
}

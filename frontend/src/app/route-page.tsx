import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { fullTitle } from '../lib/browser/page-title';
import { trackScroll, takeOverScrollRestoration, savedScroll } from '../lib/browser/scroll-restoration';
import { markHydrated } from '../lib/hydration/hydration-state';

let firstPageShown = false;

/**
 * Wraps a loaded page. After navigation, scrolls to the top and focuses the heading for screen readers. Going
 * back restores the scroll position.
 */
export function RoutePage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  const lastLocation = useRef('');
  useLayoutEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
  useLayoutEffect(() => {
    const hasChanged = lastLocation.current !== pathname + hash;
    lastLocation.current = pathname + hash;
    if (!firstPageShown) return;
    const target = anchorTarget(hash);
    const savedPosition = navigationType === 'POP' ? savedScroll(key) : undefined;
    if (savedPosition !== undefined) window.scrollTo(0, savedPosition);
    else if (hasChanged && target) target.scrollIntoView();
    else if (hasChanged) window.scrollTo(0, 0);
  }, [pathname, hash, key, navigationType]);
  useLayoutEffect(() => trackScroll(key), [key]);
  useEffect(() => {
    if (firstPageShown)
      focusTarget(anchorTarget(hash) ?? document.querySelector('main h1') ?? document.querySelector('main'));
    else takeOverScrollRestoration();
    firstPageShown = true;
    markHydrated();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs on every navigation
  }, [pathname, hash]);
  return children;
}

function anchorTarget(hash: string): Element | null {
  return hash ? document.getElementById(hash.slice(1)) : null;
}

function focusTarget(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

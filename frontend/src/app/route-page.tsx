import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { fullTitle } from '../lib/browser/page-title';
import { rememberScroll, restoreScrollOurselves, scrollOf } from '../lib/browser/scroll-memory';
import { markAwake } from '../lib/browser/waking';

let firstPageShown = false;

/**
 * Wraps a page once its code is there. After a navigation the page starts at its top, and its heading takes the focus, so that
 * a screen reader says where one has arrived and the keyboard goes on from there. Going back leads to where one was reading.
 */
export function RoutePage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, hash, key } = useLocation();
  const arrivedBy = useNavigationType();
  const place = useRef('');
  useLayoutEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
  useLayoutEffect(() => {
    const isAnother = place.current !== pathname + hash;
    place.current = pathname + hash;
    if (!firstPageShown) return;
    const target = targetOf(hash);
    const read = arrivedBy === 'POP' ? scrollOf(key) : undefined;
    if (read !== undefined) window.scrollTo(0, read);
    else if (isAnother && target) target.scrollIntoView();
    else if (isAnother) window.scrollTo(0, 0);
  }, [pathname, hash, key, arrivedBy]);
  useLayoutEffect(() => rememberScroll(key), [key]);
  useEffect(() => {
    if (firstPageShown)
      announce(targetOf(hash) ?? document.querySelector('main h1') ?? document.querySelector('main'));
    else restoreScrollOurselves();
    firstPageShown = true;
    markAwake();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- arriving at another place counts
  }, [pathname, hash]);
  return children;
}

function targetOf(hash: string): Element | null {
  return hash ? document.getElementById(hash.slice(1)) : null;
}

function announce(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

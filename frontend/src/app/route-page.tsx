import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { fullTitle } from '../lib/browser/page-title';
import { rememberScroll, scrollOf } from '../lib/browser/scroll-memory';
import { markAwake } from '../lib/browser/waking';

let firstPageShown = false;

/**
 * Wraps a page once its code is there. After a navigation the page starts at its top, and its heading takes the focus, so that
 * a screen reader says where one has arrived and the keyboard goes on from there. Going back leads to where one was reading.
 */
export function RoutePage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, hash, key } = useLocation();
  const arrivedBy = useNavigationType();
  useLayoutEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
  useLayoutEffect(() => {
    if (firstPageShown) {
      const target = hash ? document.getElementById(hash.slice(1)) : null;
      if (arrivedBy === 'POP') window.scrollTo(0, scrollOf(key));
      else if (target) target.scrollIntoView();
      else window.scrollTo(0, 0);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only arriving at another place counts
  }, [pathname, hash]);
  useLayoutEffect(() => rememberScroll(key), [key]);
  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (firstPageShown)
      announce(target ?? document.querySelector('main h1') ?? document.querySelector('main'));
    firstPageShown = true;
    markAwake();
  }, [pathname, hash]);
  return children;
}

function announce(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

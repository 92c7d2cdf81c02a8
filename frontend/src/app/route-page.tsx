import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { fullTitle } from '../lib/browser/page-title';

let firstPageShown = false;

/**
 * Wraps a page once its code is there. After a navigation the page starts at its top, and its heading takes the focus, so that
 * a screen reader says where one has arrived and the keyboard goes on from there. Going back leaves the scrolling to the browser.
 */
export function RoutePage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const arrivedBy = useNavigationType();
  useLayoutEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
  useEffect(() => {
    if (firstPageShown) {
      const target = hash ? document.getElementById(hash.slice(1)) : null;
      if (target) target.scrollIntoView();
      else if (arrivedBy !== 'POP') window.scrollTo(0, 0);
      announce(target ?? document.querySelector('main h1') ?? document.querySelector('main'));
    }
    firstPageShown = true;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only arriving at another page counts
  }, [pathname, hash]);
  return children;
}

function announce(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

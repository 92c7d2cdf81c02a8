const positions = new Map<string, number>();
/** The entry of the history whose page is shown. */
let shownKey = '';

/**
 * Remembers how far down this entry of the history is read, until the returned function is called. What moves while the address is
 * another entry's already, as before the page for it is there, is not noted.
 */
export function trackScroll(key: string): () => void {
  shownKey = key;
  const save = () => {
    if (currentHistoryKey() === key) positions.set(key, window.scrollY);
  };
  window.addEventListener('scroll', save, { passive: true });
  return () => window.removeEventListener('scroll', save);
}

/** Notes it once more, before another entry's page takes the place: what was scrolled in the same frame, or while the page woke, has told nobody. */
export function saveScroll(): void {
  positions.set(shownKey, window.scrollY);
}

/** How far down an entry of the history was read; nothing for a place in a page that the browser went to by itself. */
export function savedScroll(key: string): number | undefined {
  return currentHistoryKey() === key ? (positions.get(key) ?? 0) : undefined;
}

/**
 * From now on the browser leaves the page where it is when the history moves: it would move the page that is left, before the other
 * one is there. What leaves this document is found again by the browser, as ever.
 */
export function takeOverScrollRestoration(): void {
  const { history } = window;
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'));
  window.addEventListener('pageshow', () => (history.scrollRestoration = 'manual'));
}

/** The key under which the router keeps the present entry, the first one under none of its own; nothing for what the browser has added. */
function currentHistoryKey(): string | undefined {
  const state = window.history.state as { key?: string } | null;
  return state ? (state.key ?? 'default') : undefined;
}

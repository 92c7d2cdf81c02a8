const positions = new Map<string, number>();
/** History key of the page that is shown. */
let shownKey = '';

/**
 * Tracks the scroll position of a history entry until the returned function is called. Ignores scrolling
 * while the URL already belongs to another entry.
 */
export function trackScroll(key: string): () => void {
  shownKey = key;
  const save = () => {
    if (currentHistoryKey() === key) positions.set(key, window.scrollY);
  };
  window.addEventListener('scroll', save, { passive: true });
  return () => window.removeEventListener('scroll', save);
}

/**
 * Saves the position before another page is shown: scrolling in the same frame or during hydration fires no
 * event in time.
 */
export function saveScroll(): void {
  positions.set(shownKey, window.scrollY);
}

/** Saved position of a history entry; undefined for anchors that the browser scrolled to. */
export function savedScroll(key: string): number | undefined {
  return currentHistoryKey() === key ? (positions.get(key) ?? 0) : undefined;
}

/**
 * The browser would scroll the old page before the new one is rendered. Handed back to the browser when the
 * document is left.
 */
export function takeOverScrollRestoration(): void {
  const { history } = window;
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'));
  window.addEventListener('pageshow', () => (history.scrollRestoration = 'manual'));
}

/**
 * The router's key of the current history entry, `default` for the first one; undefined for entries the
 * browser added.
 */
function currentHistoryKey(): string | undefined {
  const state = window.history.state as { key?: string } | null;
  return state ? (state.key ?? 'default') : undefined;
}

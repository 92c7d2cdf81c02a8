const positions = new Map<string, number>();

/**
 * Remembers how far down this entry of the history is read, until the returned function is called. Noted while scrolling: once
 * the next page is shown, the browser has moved already. What moves while the address is another entry's already, as when the
 * browser restores a position before the page for it is there, is not noted.
 */
export function rememberScroll(entry: string): () => void {
  const note = () => {
    if (presentEntry() === entry) positions.set(entry, window.scrollY);
  };
  // What was scrolled before anybody listened, while the page was waking, told nobody.
  if (positions.size === 0) note();
  window.addEventListener('scroll', note, { passive: true });
  return () => window.removeEventListener('scroll', note);
}

/** How far down an entry of the history was read; 0 where it is not known. */
export function scrollOf(entry: string): number {
  return positions.get(entry) ?? 0;
}

/** The key under which the router keeps the present entry; the first one has none of its own. */
function presentEntry(): string {
  return (window.history.state as { key?: string } | null)?.key ?? 'default';
}

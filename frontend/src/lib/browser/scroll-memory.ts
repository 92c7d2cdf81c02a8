const positions = new Map<string, number>();

/**
 * Remembers how far down this entry of the history is read, until the returned function is called. Noted while scrolling: once
 * the next page is shown, the browser has moved already.
 */
export function rememberScroll(entry: string): () => void {
  const note = () => positions.set(entry, window.scrollY);
  window.addEventListener('scroll', note, { passive: true });
  return () => window.removeEventListener('scroll', note);
}

/** How far down an entry of the history was read; 0 where it is not known. */
export function scrollOf(entry: string): number {
  return positions.get(entry) ?? 0;
}

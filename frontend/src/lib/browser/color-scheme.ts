/** Hears when the reader's light or dark preference changes, as it does at sunset. Returns how to stop. */
export function onColorSchemeChange(listener: () => void): () => void {
  if (!('matchMedia' in window)) return () => undefined;
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

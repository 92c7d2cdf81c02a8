/** Told to the window when the reader turns light into dark, or back, by the switch of the page. */
export const THEME_EVENT = 'theme';

/** Hears when light or dark changes: by the switch of the page, or by the system, as at sunset. Returns how to stop. */
export function onColorSchemeChange(listener: () => void): () => void {
  window.addEventListener(THEME_EVENT, listener);
  const dark = 'matchMedia' in window ? window.matchMedia('(prefers-color-scheme: dark)') : undefined;
  dark?.addEventListener('change', listener);
  return () => {
    window.removeEventListener(THEME_EVENT, listener);
    dark?.removeEventListener('change', listener);
  };
}

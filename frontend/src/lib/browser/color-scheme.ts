/** Dispatched on the window when the theme switch changes the theme. */
export const THEME_EVENT = 'theme';

/**
 * Calls the listener when the theme switch or the system changes the color scheme. Returns a cleanup
 * function.
 */
export function onColorSchemeChange(listener: () => void): () => void {
  window.addEventListener(THEME_EVENT, listener);
  const dark = 'matchMedia' in window ? window.matchMedia('(prefers-color-scheme: dark)') : undefined;
  dark?.addEventListener('change', listener);
  return () => {
    window.removeEventListener(THEME_EVENT, listener);
    dark?.removeEventListener('change', listener);
  };
}

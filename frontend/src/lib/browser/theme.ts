import { THEME_EVENT } from './color-scheme';

/** Stores an explicit choice only; absent means the system's theme. */
const STORAGE_KEY = 'theme';
const BAR_COLORS = { light: '#fafaf7', dark: '#121417' };

type Theme = keyof typeof BAR_COLORS;

const root = document.documentElement;

/** Applies the stored theme, follows other tabs, and handles clicks on the theme switch. */
export function initializeTheme(): void {
  apply(storedTheme());
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY) apply(newValue);
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-theme-switch]')) return;
    const system: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next: Theme = (root.dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
    storeTheme(next === system ? undefined : next);
    apply(next === system ? null : next);
  });
}

/** Sets the theme of the page and the browser UI. Anything but a theme name falls back to the system. */
function apply(name: string | null): void {
  const chosen = name === 'light' || name === 'dark' ? name : undefined;
  if (chosen) root.dataset['theme'] = chosen;
  else delete root.dataset['theme'];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = BAR_COLORS[chosen ?? (meta.media.includes('dark') ? 'dark' : 'light')];
  dispatchEvent(new Event(THEME_EVENT));
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Without storage the choice lasts until the page is left. */
function storeTheme(theme: Theme | undefined): void {
  try {
    if (theme) localStorage.setItem(STORAGE_KEY, theme);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    return;
  }
}

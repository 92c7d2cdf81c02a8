/** Props of a provider's widget. Remounted for every attempt. */
export interface WidgetProps {
  siteKey: string;
  theme: 'light' | 'dark';
  /** Less space than the normal size needs. */
  compact: boolean;
  /** Undefined when the token has expired. */
  onToken: (token: string | undefined) => void;
  /** The script failed to load or the provider does not respond. */
  onError: () => void;
}

/** Width of the normal size, in pixels; both providers are about the same. */
export const NORMAL_WIDTH = 304;

/** The theme the page is rendered in. */
export function currentTheme(): WidgetProps['theme'] {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (scheme === 'light' || scheme === 'dark') return scheme;
  return 'matchMedia' in window && window.matchMedia('(prefers-color-scheme: dark)').matches
    ? 'dark'
    : 'light';
}

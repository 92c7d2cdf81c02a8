/** What a provider's widget is given, whichever it is. Mounted anew for every turn. */
export interface WidgetProps {
  siteKey: string;
  theme: 'light' | 'dark';
  /** There is less room than the widget's usual form needs. */
  compact: boolean;
  /** The answer; undefined when it has expired. */
  onToken: (token: string | undefined) => void;
  /** The script did not load, or the provider does not answer. */
  onError: () => void;
}

/** Room the usual form takes, the same for both providers but for a few pixels. */
export const NORMAL_WIDTH = 304;

/** Light or dark, as the page is drawn now. */
export function currentTheme(): WidgetProps['theme'] {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (scheme === 'light' || scheme === 'dark') return scheme;
  return 'matchMedia' in window && window.matchMedia('(prefers-color-scheme: dark)').matches
    ? 'dark'
    : 'light';
}

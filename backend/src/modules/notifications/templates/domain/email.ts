import type { TemplateName } from './catalog.js';

/** Locales in which every template exists. */
export const LOCALES = ['en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The supported locale that matches a preferred one (a BCP 47 tag); falls back to English. */
export function localeFor(preferred: string | null | undefined): Locale {
  const language = preferred?.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language) ?? 'en';
}

/** Everything an email is rendered from. Contains no secrets. */
export interface EmailContent {
  template: TemplateName;
  locale: Locale;
  params: object;
  recipient: string;
  userId: string | null;
}

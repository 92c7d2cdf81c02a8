import type { EmailStatus } from '@subscription-site/shared/contracts';
import type { TemplateName } from './templates/catalog.js';

export type { EmailStatus };

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

/** A stored email. */
export interface Email extends EmailContent {
  id: string;
  originId: string;
  replayOf: string | null;
  replayedAt: Date | null;
  /** The email that replaced this one. */
  replayedBy: string | null;
  eventId: string;
  recipientNormalized: string;
  subject: string;
  messageId: string;
  status: EmailStatus;
  /** Attempts started. */
  attempts: number;
  nextAttemptAt: Date | null;
  /** Start of the attempt in progress. */
  attemptStartedAt: Date | null;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  failedAt: Date | null;
}

/** A finished attempt. */
export interface EmailAttempt {
  number: number;
  startedAt: Date;
  finishedAt: Date;
  outcome: 'sent' | 'deferred' | 'rejected' | 'interrupted';
  smtpResponse: string | null;
  error: string | null;
}

import type { EmailStatus } from '@subscription-site/shared/contracts';
import type { TemplateName } from './templates/catalog.js';

export type { EmailStatus };

/** Languages that every template is written in. */
export const LOCALES = ['en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language to write in for someone who prefers this one (a BCP 47 tag); English for all we do not write. */
export function localeFor(preferred: string | null | undefined): Locale {
  const language = preferred?.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language) ?? 'en';
}

/** What is needed to write an email; no secret among it. */
export interface EmailContent {
  template: TemplateName;
  locale: Locale;
  params: object;
  recipient: string;
  userId: string | null;
}

/** An email as it is kept. */
export interface Email extends EmailContent {
  id: string;
  originId: string;
  replayOf: string | null;
  replayedAt: Date | null;
  /** The email that has taken the place of this one. */
  replayedBy: string | null;
  eventId: string;
  recipientNormalized: string;
  subject: string;
  messageId: string;
  status: EmailStatus;
  /** Attempts begun. */
  attempts: number;
  nextAttemptAt: Date | null;
  /** When the attempt that runs was begun. */
  attemptStartedAt: Date | null;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  failedAt: Date | null;
}

/** An attempt that has ended. */
export interface EmailAttempt {
  number: number;
  startedAt: Date;
  finishedAt: Date;
  outcome: 'sent' | 'deferred' | 'rejected' | 'interrupted';
  smtpResponse: string | null;
  error: string | null;
}

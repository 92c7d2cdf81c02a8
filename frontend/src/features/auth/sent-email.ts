import type { EmailOtpType } from '@supabase/auth-js';
import { historyValue } from '../../lib/browser/history-value';

/** A one-time link that was requested on this page. */
interface SentEmail {
  type: EmailOtpType;
  email: string;
  /** ISO 8601. */
  sentAt: string;
}

const sentEmail = historyValue<SentEmail>('sentEmail');

/** Keeps the field for the code after a reload. */
export function saveSentEmail(type: EmailOtpType, email: string): void {
  sentEmail.save({ type, email, sentAt: new Date().toISOString() });
}

export function loadSentEmail(type: EmailOtpType): SentEmail | undefined {
  const sent = sentEmail.load();
  return sent?.type === type ? sent : undefined;
}

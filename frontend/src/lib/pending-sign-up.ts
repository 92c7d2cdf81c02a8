import { sessionValue } from './browser/session-value';

/** A sign-up in this tab whose email still has to be confirmed. */
export interface PendingSignUp {
  email: string;
  /** When the confirmation email was requested, ISO 8601. */
  sentAt: string;
  /** Path to open after the email was confirmed in this tab. */
  returnTo?: string;
}

const pending = sessionValue<PendingSignUp>('signed-up');

export function savePendingSignUp(email: string, returnTo?: string, sentAt = new Date()): void {
  pending.save({ email, sentAt: sentAt.toISOString(), returnTo });
}

export function loadPendingSignUp(): PendingSignUp | undefined {
  const { email, sentAt, returnTo } = pending.load() ?? {};
  return typeof email === 'string' && typeof sentAt === 'string' ? { email, sentAt, returnTo } : undefined;
}

/** Call once the user has signed in. */
export function clearPendingSignUp(): void {
  pending.clear();
}

import type { EmailFilter, EmailListItem, ReplayResult } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_WORDS, templateInWords } from '../../content/support-words';
import { momentInWords } from '../../ui/moment';
import { replayEmail, replayEmails } from './api/support-api';

/** What is to be sent again. */
export type ReplayWish =
  | { kind: 'one'; email: EmailListItem; correctable: boolean }
  | { kind: 'some'; emails: readonly EmailListItem[] }
  | { kind: 'matching'; filter: EmailFilter };

/** What the confirmation asks. */
export function questionOf(wish: ReplayWish): string {
  if (wish.kind === 'one') return 'Resend this email?';
  if (wish.kind === 'some')
    return `Resend ${wish.emails.length} ${wish.emails.length === 1 ? 'email' : 'emails'}?`;
  return 'Resend all matching emails?';
}

/** A filter in words, for the person who is about to act on all that match it. */
export function inWords(filter: EmailFilter): string[] {
  return [
    filter.recipient && `recipient contains “${filter.recipient}”`,
    filter.status && `status is “${EMAIL_STATUS_WORDS[filter.status]}”`,
    filter.template && `template is “${templateInWords(filter.template)}”`,
    filter.createdFrom && `created from ${momentInWords(filter.createdFrom)}`,
    filter.createdTo && `created before ${momentInWords(filter.createdTo)}`,
  ].filter((part) => typeof part === 'string' && part !== '') as string[];
}

/** Sends again what is wished; gives what became of each mail and how many are left. `key` makes a second press the same replay. */
export async function replay(
  wish: ReplayWish,
  recipient: string | undefined,
  key: string,
): Promise<ReplayResult> {
  if (wish.kind === 'one') {
    const outcome = await replayEmail(wish.email.id, recipient, key);
    return { queued: outcome.outcome === 'queued' ? 1 : 0, results: [outcome], remaining: 0 };
  }
  const which =
    wish.kind === 'some' ? { ids: wish.emails.map((email) => email.id) } : { filter: wish.filter };
  return replayEmails(which, key);
}

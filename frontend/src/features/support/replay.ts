import type { EmailFilter, EmailListItem, ReplayResult } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_LABELS, templateLabel } from '../../content/support-labels';
import { formatTimestamp } from '../../ui/timestamp';
import { replayEmail, replayEmails } from './api/support-api';

/** What to resend. */
export type ReplayRequest =
  | { kind: 'one'; email: EmailListItem; correctable: boolean }
  | { kind: 'some'; emails: readonly EmailListItem[] }
  | { kind: 'matching'; filter: EmailFilter };

/** Title of the confirmation dialog. */
export function confirmationTitle(request: ReplayRequest): string {
  if (request.kind === 'one') return 'Resend this email?';
  if (request.kind === 'some')
    return `Resend ${request.emails.length} ${request.emails.length === 1 ? 'email' : 'emails'}?`;
  return 'Resend all matching emails?';
}

/** Describes a filter before acting on everything that matches it. */
export function describeFilter(filter: EmailFilter): string[] {
  return [
    filter.recipient && `recipient contains “${filter.recipient}”`,
    filter.status && `status is “${EMAIL_STATUS_LABELS[filter.status]}”`,
    filter.template && `template is “${templateLabel(filter.template)}”`,
    filter.createdFrom && `created from ${formatTimestamp(filter.createdFrom)}`,
    filter.createdTo && `created before ${formatTimestamp(filter.createdTo)}`,
  ].filter((part) => typeof part === 'string' && part !== '') as string[];
}

/** Resends emails; returns the result of each and how many are left. `key` makes retries idempotent. */
export async function replay(
  request: ReplayRequest,
  recipient: string | undefined,
  key: string,
): Promise<ReplayResult> {
  if (request.kind === 'one') {
    const outcome = await replayEmail(request.email.id, recipient, key);
    return { queued: outcome.outcome === 'queued' ? 1 : 0, results: [outcome], remaining: 0 };
  }
  const which =
    request.kind === 'some' ? { ids: request.emails.map((email) => email.id) } : { filter: request.filter };
  return replayEmails(which, key);
}

import type {
  EmailDetail,
  EmailFilter,
  EmailListItem,
  ReplayResult,
} from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_LABELS, templateLabel } from '../../../../content/support-labels';
import { formatTimestamp } from '../../../../ui/data-display/timestamp';
import { replayEmail, replayEmails } from '../../api/support-api';

/** What to resend. */
export type ReplayRequest =
  | { kind: 'one'; email: EmailDetail }
  | { kind: 'some'; emails: readonly EmailListItem[] }
  | { kind: 'matching'; filter: EmailFilter };

/** Title of the confirmation dialog. */
export function confirmationTitle(request: ReplayRequest): string {
  if (request.kind === 'one') return 'Resend this email?';
  if (request.kind === 'matching') return 'Resend all matching emails?';
  const count = resendable(request.emails).length;
  if (count === 0) return 'Nothing to resend';
  return `Resend ${count} ${count === 1 ? 'email' : 'emails'}?`;
}

/** Whether the request can resend anything; if not, the dialog only shows why. */
export function canResend(request: ReplayRequest): boolean {
  if (request.kind === 'one') return request.email.replayable;
  if (request.kind === 'some') return resendable(request.emails).length > 0;
  const { status } = request.filter;
  return status === undefined || status === 'failed' || status === 'canceled';
}

const resendable = (emails: readonly EmailListItem[]) => emails.filter((email) => !skippedReason(email));

/** Why an email of a selection would not be resent; undefined if it would. Corrected addresses need a replay of that email alone. */
export function skippedReason({ status, replayedById }: EmailListItem): string | undefined {
  if (replayedById) return 'Already resent';
  if (status === 'queued' || status === 'sending') return 'Still being sent';
  return status === 'sent' ? 'Already sent' : undefined;
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
  return replayEmails(
    request.kind === 'some'
      ? { ids: resendable(request.emails).map(({ id }) => id) }
      : { filter: request.filter },
    key,
  );
}

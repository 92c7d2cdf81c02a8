import { DomainError } from '../../../platform/domain-error.js';
import type { EmailEntity } from '../core/email.entity.js';

/** The email can't be replayed or canceled in its current state, or not to that address. */
export class EmailNotReplayableError extends DomainError {
  constructor(message: string) {
    super('conflict', 'email_not_replayable', message);
  }
}

type Replayed = Pick<EmailEntity, 'id' | 'status' | 'template' | 'recipientNormalized' | 'replayedAt'>;

/** Only welcome emails may go to a corrected address: their link confirms the address it was sent to and does nothing else. */
export function isCorrectable({ template }: Pick<EmailEntity, 'template'>): boolean {
  return template === 'welcome';
}

const STILL_SENDING = 'This email is still being sent.';
const ALREADY_SENT = "The mail server already accepted this email, so it can't be resent.";

/** Why the email can't be replayed to any address; undefined if it can. */
export function replayBlockedReason({
  status,
  replayedAt,
  template,
}: Pick<EmailEntity, 'status' | 'replayedAt' | 'template'>): string | undefined {
  if (replayedAt !== null) return 'This email was already resent. Open the latest one to resend it again.';
  if (status === 'queued' || status === 'sending') return STILL_SENDING;
  return status === 'sent' && !isCorrectable({ template }) ? ALREADY_SENT : undefined;
}

/** True if a replay requires another address: an accepted email is never sent to the same address again. */
export function needsOtherAddress({ status }: Pick<EmailEntity, 'status'>): boolean {
  return status === 'sent';
}

/** True for queued emails, and for failed ones, which leave support's list when canceled. */
export function isCancelable({ status, replayedAt }: Pick<EmailEntity, 'status' | 'replayedAt'>): boolean {
  return status === 'queued' || (status === 'failed' && replayedAt === null);
}

/**
 * What replaying an email does. The latest email in its chain of replays decides, because to the recipient the chain is one email:
 * - queued or being sent: nothing; a replay is already in progress;
 * - failed or canceled: a new email;
 * - sent: nothing if it is an earlier replay. An accepted email is never sent to the same address again. A welcome email may go to a
 *   corrected address, because the first one reached the wrong person.
 * Throws {@link EmailNotReplayableError}.
 */
export function checkReplay(
  requested: Replayed,
  latest: Replayed,
  correctedNormalized: string | undefined,
): 'send' | 'already_queued' {
  if (correctedNormalized !== undefined && !isCorrectable(requested)) {
    throw new EmailNotReplayableError('Only a welcome email can be sent to a corrected address.');
  }
  if (latest.status === 'queued' || latest.status === 'sending') {
    if (latest.id !== requested.id) return 'already_queued';
    throw new EmailNotReplayableError(STILL_SENDING);
  }
  if (!needsOtherAddress(latest)) return 'send';
  const redirected = correctedNormalized !== undefined && correctedNormalized !== latest.recipientNormalized;
  if (redirected) return 'send';
  if (latest.id !== requested.id) return 'already_queued';
  throw new EmailNotReplayableError(
    isCorrectable(requested)
      ? 'The mail server already accepted this email. You can only resend it to a different address.'
      : ALREADY_SENT,
  );
}

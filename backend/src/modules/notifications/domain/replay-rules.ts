import { DomainError } from '../../../platform/errors/domain-error.js';
import type { Email } from './email.js';

/** The email cannot be replayed or canceled as it is, or not to that address. */
export class EmailNotReplayableError extends DomainError {
  constructor(message: string) {
    super('conflict', 'email_not_replayable', message);
  }
}

type Replayed = Pick<Email, 'id' | 'status' | 'template' | 'recipientNormalized' | 'replayedAt'>;

/** A corrected address may be given for welcome emails only: their link proves the address it is sent to and nothing else. */
export function isCorrectable({ template }: Pick<Email, 'template'>): boolean {
  return template === 'welcome';
}

const STILL_SENDING = 'This email is still being sent.';
const ALREADY_SENT =
  'The mail server accepted this email. Only welcome emails can be resent after that, to another address.';

/** Why an email cannot be replayed to any address; undefined when it can. */
export function replayBlockedReason({
  status,
  replayedAt,
  template,
}: Pick<Email, 'status' | 'replayedAt' | 'template'>): string | undefined {
  if (replayedAt !== null) return 'This email was resent. Open the latest one to resend it again.';
  if (status === 'queued' || status === 'sending') return STILL_SENDING;
  return status === 'sent' && !isCorrectable({ template }) ? ALREADY_SENT : undefined;
}

/** Whether a replay needs another address: an email that the server accepted is not sent twice to the same one. */
export function needsOtherAddress({ status }: Pick<Email, 'status'>): boolean {
  return status === 'sent';
}

/** Waiting emails, and failed ones that support does not want to see any more. */
export function isCancelable({ status, replayedAt }: Pick<Email, 'status' | 'replayedAt'>): boolean {
  return status === 'queued' || (status === 'failed' && replayedAt === null);
}

/**
 * What pressing replay means for an email, decided by the youngest of its line, for to its reader the line is one email:
 * - it waits or is being sent: nothing, someone else was first;
 * - it failed or was canceled: a new email;
 * - it was sent: nothing when this is how an earlier press came out. An email that the server accepted is not sent again to the same
 *   address, because no one is welcomed twice; a welcome may go to another one, because it went to a stranger.
 * Throws {@link EmailNotReplayableError}.
 */
export function checkReplay(
  pressed: Replayed,
  latest: Replayed,
  correctedNormalised: string | undefined,
): 'send' | 'already_queued' {
  if (correctedNormalised !== undefined && !isCorrectable(pressed)) {
    throw new EmailNotReplayableError('Only a welcome email can be sent to a corrected address.');
  }
  if (latest.status === 'queued' || latest.status === 'sending') {
    if (latest.id !== pressed.id) return 'already_queued';
    throw new EmailNotReplayableError(STILL_SENDING);
  }
  if (!needsOtherAddress(latest)) return 'send';
  const elsewhere = correctedNormalised !== undefined && correctedNormalised !== latest.recipientNormalized;
  if (elsewhere) return 'send';
  if (latest.id !== pressed.id) return 'already_queued';
  throw new EmailNotReplayableError(
    isCorrectable(pressed)
      ? 'The mail server accepted this email. It can be resent to another address only.'
      : ALREADY_SENT,
  );
}

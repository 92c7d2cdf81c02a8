import type { EmailListItem, EmailStatus } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_LABELS, REPLAYED_LABEL } from '../../../content/support-labels';
import { Badge, type Tone } from '../../../ui/data-display/badge';

const TONES: Record<EmailStatus, Tone> = {
  queued: 'plain',
  sending: 'marker',
  sent: 'success',
  failed: 'danger',
  canceled: 'plain',
};

/** Failed emails that were resent need no attention and are marked as such. */
export function EmailStatusBadge({ email }: { email: Pick<EmailListItem, 'status' | 'replayedById'> }) {
  const { status, replayedById } = email;
  if (status === 'failed' && replayedById) return <Badge>{REPLAYED_LABEL}</Badge>;
  return <Badge tone={TONES[status]}>{EMAIL_STATUS_LABELS[status]}</Badge>;
}

import type { EmailStatus } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_WORDS } from '../../../content/support-words';
import { Badge, type Tone } from '../../../ui/badge';

const TONES: Record<EmailStatus, Tone> = {
  queued: 'plain',
  sending: 'marker',
  sent: 'good',
  failed: 'danger',
  canceled: 'plain',
};

/** The state of a mail. */
export function EmailStatusBadge({ status }: { status: EmailStatus }) {
  return <Badge tone={TONES[status]}>{EMAIL_STATUS_WORDS[status]}</Badge>;
}

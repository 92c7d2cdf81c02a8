import type { ReplayOutcome } from '@subscription-site/shared/contracts';
import { Badge, type Tone } from '../../../../ui/data-display/badge';
import { Link } from '../../../../ui/navigation/link';

const OUTCOME_BADGES: Record<ReplayOutcome['outcome'], { text: string; tone: Tone }> = {
  queued: { text: 'Queued', tone: 'success' },
  already_queued: { text: 'Already queued', tone: 'plain' },
  rejected: { text: 'Rejected', tone: 'danger' },
};

/** Result of resending one of several emails. */
export function OutcomeRow({ outcome, recipient }: { outcome: ReplayOutcome; recipient: string }) {
  const { text, tone } = OUTCOME_BADGES[outcome.outcome];
  return (
    <li className="border-b border-rule px-3 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to={`/admin/emails/${outcome.replayId ?? outcome.emailId}`} className="text-link break-all">
          {recipient}
        </Link>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {outcome.message ? <p className="mt-1 text-ink-soft">{outcome.message}</p> : null}
    </li>
  );
}

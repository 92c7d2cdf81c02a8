import type { ReplayOutcome, ReplayResult } from '@subscription-site/shared/contracts';
import { Badge, type Tone } from '../../../ui/badge';
import { Link } from '../../../ui/link';
import { Notice } from '../../../ui/notice';
import type { ReplayWish } from '../replay';

const WORDS: Record<ReplayOutcome['outcome'], { text: string; tone: Tone }> = {
  queued: { text: 'Queued', tone: 'good' },
  already_queued: { text: 'Was queued already', tone: 'plain' },
  refused: { text: 'Refused', tone: 'danger' },
};

/** What became of each mail of a replay. */
export function ReplayOutcomes({ result, wish }: { result: ReplayResult; wish: ReplayWish }) {
  const outcomes = result.results;
  const queued = outcomes.filter(({ outcome }) => outcome !== 'refused').length;
  if (outcomes.length === 0)
    return (
      <Notice title="Nothing to do">
        <p>No mail matched that can be sent again.</p>
      </Notice>
    );
  return (
    <>
      <Notice tone={queued === outcomes.length ? 'good' : 'plain'}>
        <p>
          {queued} of {outcomes.length} will be sent again.
          {result.remaining > 0 ? ` ${result.remaining} more match and are still to be done.` : ''}
        </p>
      </Notice>
      <ul className="mt-4 max-h-80 overflow-y-auto border border-rule text-small">
        {outcomes.map((it) => (
          <li key={it.emailId} className="border-b border-rule px-3 py-2.5 last:border-b-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Link to={`/admin/emails/${it.replayId ?? it.emailId}`} className="inked break-all">
                {recipientOf(it.emailId, wish)}
              </Link>
              <Badge tone={WORDS[it.outcome].tone}>{WORDS[it.outcome].text}</Badge>
            </div>
            {it.message ? <p className="mt-1 text-ink-soft">{it.message}</p> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function recipientOf(id: string, wish: ReplayWish): string {
  const known = wish.kind === 'some' ? wish.emails.find((email) => email.id === id) : undefined;
  if (known) return known.recipient;
  return wish.kind === 'one' ? 'Open the mail that is on its way' : id;
}

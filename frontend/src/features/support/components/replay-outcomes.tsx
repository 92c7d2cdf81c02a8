import type { ReplayResult } from '@subscription-site/shared/contracts';
import { Notice } from '../../../ui/notice';
import type { ReplayWish } from '../replay';
import { FollowedReplay } from './followed-replay';
import { OutcomeRow } from './outcome-row';

/** What became of each mail of a replay. A single one is followed until it is sent or fails. */
export function ReplayOutcomes({ result, wish }: { result: ReplayResult; wish: ReplayWish }) {
  const outcomes = result.results;
  const [first] = outcomes;
  const queued = outcomes.filter(({ outcome }) => outcome !== 'refused').length;
  if (!first)
    return (
      <Notice title="Nothing to do">
        <p>No matching email can be resent.</p>
      </Notice>
    );
  const alone = outcomes.length === 1 && result.remaining === 0;
  return (
    <div className="grid gap-4">
      <Notice tone={queued === outcomes.length ? 'good' : 'plain'}>
        <p>
          {alone && queued === 1 ? 'Sent.' : `${queued} of ${outcomes.length} will be resent.`}
          {result.remaining > 0 ? ` ${result.remaining} more matching emails are left.` : ''}
        </p>
      </Notice>
      {alone && first.replayId ? (
        <FollowedReplay
          outcome={first}
          replayId={first.replayId}
          recipient={recipientOf(first.emailId, wish)}
        />
      ) : (
        <ul className="max-h-80 overflow-y-auto border border-rule text-small">
          {outcomes.map((outcome) => (
            <OutcomeRow
              key={outcome.emailId}
              outcome={outcome}
              recipient={recipientOf(outcome.emailId, wish)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function recipientOf(id: string, wish: ReplayWish): string {
  const known = wish.kind === 'some' ? wish.emails.find((email) => email.id === id) : undefined;
  if (known) return known.recipient;
  return wish.kind === 'one' ? 'Open the new email' : id;
}

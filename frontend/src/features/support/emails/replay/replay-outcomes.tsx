import type { ReplayResult } from '@subscription-site/shared/contracts';
import { Callout } from '../../../../ui/feedback/callout';
import type { ReplayRequest } from './replay';
import { ReplayStatus } from './replay-status';
import { OutcomeRow } from './outcome-row';

/** Results of resending. A single email is polled until it is sent or fails. */
export function ReplayOutcomes({ result, request }: { result: ReplayResult; request: ReplayRequest }) {
  const outcomes = result.results;
  const [first] = outcomes;
  const queued = outcomes.filter(({ outcome }) => outcome !== 'rejected').length;
  if (!first)
    return (
      <Callout title="Nothing to resend">
        <p>No matching email can be resent.</p>
      </Callout>
    );
  const isSingle = outcomes.length === 1 && result.remaining === 0;
  return (
    <div className="grid gap-4">
      {isSingle ? null : (
        <Callout tone={queued === outcomes.length ? 'success' : 'plain'}>
          <p>
            {`${queued} of ${outcomes.length} will be resent.`}
            {result.remaining > 0 ? ` ${result.remaining} more matching emails remain.` : ''}
          </p>
        </Callout>
      )}
      {isSingle && first.replayId ? (
        <ReplayStatus replayId={first.replayId} isRepeated={first.outcome === 'already_queued'} />
      ) : (
        <ul className="max-h-80 overflow-y-auto border border-rule text-small">
          {outcomes.map((outcome) => (
            <OutcomeRow
              key={outcome.emailId}
              outcome={outcome}
              recipient={getRecipient(outcome.emailId, request)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function getRecipient(id: string, request: ReplayRequest): string {
  const known = request.kind === 'some' ? request.emails.find((email) => email.id === id) : undefined;
  if (known) return known.recipient;
  return request.kind === 'one' ? 'Open the new email' : id;
}

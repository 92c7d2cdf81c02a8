import { useState } from 'react';
import type { ReplayResult } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { validateEmail } from '../../../lib/form-validation';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { Callout } from '../../../ui/callout';
import { describeFilter, confirmationTitle, replay, type ReplayRequest } from '../replay';
import { ReplayOutcomes } from './replay-outcomes';

type Phase =
  | { kind: 'asking'; error?: string }
  | { kind: 'running' }
  | { kind: 'done'; result: ReplayResult; round: number };

/** Confirms resending emails, then shows the results. `onClose` receives whether anything was sent. */
export function ReplayDialog({
  request,
  onClose,
}: {
  request: ReplayRequest;
  onClose: (acted: boolean) => void;
}) {
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' });
  const [key] = useState(() => crypto.randomUUID());
  const currentRecipient = request.kind === 'one' ? request.email.recipient : '';
  const [recipient, setRecipient] = useState(currentRecipient);
  const corrected = recipient.trim() !== currentRecipient ? recipient.trim() : undefined;

  const send = async (round: number) => {
    const invalid = corrected === undefined ? undefined : validateEmail(corrected);
    if (invalid) return setPhase({ kind: 'asking', error: invalid });
    setPhase({ kind: 'running' });
    try {
      const result = await replay(request, corrected, `${key}:${round}:${corrected ?? ''}`);
      return setPhase({ kind: 'done', result, round });
    } catch (error) {
      return setPhase({ kind: 'asking', error: errorMessage(error) });
    }
  };

  const done = phase.kind === 'done';
  return (
    <Dialog open onClose={() => onClose(done)} title={done ? 'Result' : confirmationTitle(request)}>
      {done ? (
        <ReplayOutcomes result={phase.result} request={request} />
      ) : (
        <div className="grid gap-4">
          <ReplaySummary request={request} />
          {request.kind === 'one' && request.correctable ? (
            <Field
              label="Send to"
              type="email"
              name="recipient"
              autoComplete="off"
              value={recipient}
              onChange={(event) => setRecipient(event.target.value)}
              hint="You can correct the address for this email. The account's address doesn't change."
            />
          ) : null}
          {phase.kind === 'asking' && phase.error ? (
            <Callout tone="danger" title="Not sent">
              <p>{phase.error}</p>
            </Callout>
          ) : null}
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {done ? (
          <>
            {phase.result.remaining > 0 ? (
              <Button variant="outline" onClick={() => void send(phase.round + 1)}>
                Continue with the rest
              </Button>
            ) : null}
            <Button onClick={() => onClose(true)}>Done</Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={() => onClose(false)}>
              Cancel
            </Button>
            <Button busyLabel={phase.kind === 'running' && 'Sending...'} onClick={() => void send(1)}>
              Resend
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function ReplaySummary({ request }: { request: ReplayRequest }) {
  if (request.kind === 'one')
    return (
      <p>
        “{request.email.subject}” will be resent to{' '}
        <span className="wrap-anywhere">{request.email.recipient}</span>.
      </p>
    );
  if (request.kind === 'some')
    return (
      <ul className="max-h-60 overflow-y-auto border border-rule text-small">
        {request.emails.map((email) => (
          <li key={email.id} className="border-b border-rule px-3 py-2 wrap-anywhere last:border-b-0">
            {email.recipient}
          </li>
        ))}
      </ul>
    );
  const filters = describeFilter(request.filter);
  return (
    <div>
      <p>Every {request.filter.status === 'canceled' ? 'canceled' : 'failed'} email that matches:</p>
      <ul className="mt-2 list-disc pl-5 text-small">
        {filters.length > 0 ? (
          filters.map((part) => <li key={part}>{part}</li>)
        ) : (
          <li>No filter: all of them</li>
        )}
      </ul>
      <p className="mt-3 text-small text-ink-soft">Including emails that aren&apos;t shown yet.</p>
    </div>
  );
}

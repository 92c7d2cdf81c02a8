import { useState } from 'react';
import type { ReplayResult } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../../lib/api/messages';
import { validateEmail } from '../../../../lib/form-validation';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { Field } from '../../../../ui/forms/field';
import { Callout } from '../../../../ui/feedback/callout';
import { canResend, confirmationTitle, replay, type ReplayRequest } from './replay';
import { ReplayOutcomes } from './replay-outcomes';
import { ReplaySummary } from './replay-summary';

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
  const usualRecipient = request.kind === 'one' ? request.email.replayRecipient : '';
  const [recipient, setRecipient] = useState(usualRecipient ?? '');
  const [invalid, setInvalid] = useState<string>();
  const corrected = recipient.trim() !== usualRecipient ? recipient.trim() : undefined;

  const send = async (round: number) => {
    const found = corrected === undefined ? undefined : validateRecipient(corrected, request);
    setInvalid(found);
    if (found) return setPhase({ kind: 'asking' });
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
          {request.kind === 'one' && request.email.correctable ? (
            <Field
              label="Send to"
              type="email"
              name="recipient"
              autoComplete="off"
              value={recipient}
              onChange={(event) => setRecipient(event.target.value)}
              error={invalid}
              hint="You can correct the address for this email. The account's address doesn't change."
            />
          ) : null}
          {phase.kind === 'asking' && phase.error ? (
            <Callout tone="danger" title="Couldn't resend">
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
            <Button
              disabled={!canResend(request)}
              busyLabel={phase.kind === 'running' && 'Sending...'}
              onClick={() => void send(1)}
            >
              Resend
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** An email that the mail server accepted is not resent to the same address. */
function validateRecipient(recipient: string, request: ReplayRequest): string | undefined {
  if (!recipient) return 'Enter the address to send this email to.';
  const invalid = validateEmail(recipient);
  if (invalid || request.kind !== 'one' || request.email.status !== 'sent') return invalid;
  return recipient.toLowerCase() === request.email.recipient.toLowerCase()
    ? `Enter an address other than ${request.email.recipient}.`
    : undefined;
}

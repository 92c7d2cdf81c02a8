import { useState, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../../lib/api/messages';
import { validateEmail } from '../../../../lib/form-validation';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { Field } from '../../../../ui/forms/field';
import { Callout } from '../../../../ui/feedback/callout';
import { supportKeys } from '../../api/queries';
import { canResend, confirmationTitle, replay, type ReplayRequest } from './replay';
import { CorrectionAdvice } from './correction-advice';
import { ReplayOutcomes } from './replay-outcomes';
import { ReplaySummary } from './replay-summary';

/** Confirms resending emails, then shows the results. `onClose` receives whether anything was sent. */
export function ReplayDialog({
  request,
  onClose,
}: {
  request: ReplayRequest;
  onClose: (acted: boolean) => void;
}) {
  const queryClient = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const usualRecipient = request.kind === 'one' ? request.email.replayRecipient : '';
  const [recipient, setRecipient] = useState(usualRecipient ?? '');
  const [invalid, setInvalid] = useState<string>();
  const corrected = recipient.trim() !== usualRecipient ? recipient.trim() : undefined;

  const {
    mutate,
    reset,
    data: result,
    error,
    isPending,
    variables: lastRound = 0,
  } = useMutation({
    mutationFn: (round: number) => replay(request, corrected, `${key}:${round}:${corrected ?? ''}`),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: supportKeys.emails }),
  });

  const send = (round: number) => {
    const found = corrected === undefined ? undefined : validateRecipient(corrected, request);
    setInvalid(found);
    if (found) reset();
    else mutate(round);
  };

  const done = result !== undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // `isPending` is updated too late for a double click.
    if (!done && queryClient.isMutating() === 0) send(1);
  };
  return (
    <Dialog open onClose={() => onClose(done)} title={done ? 'Result' : confirmationTitle(request)}>
      <form noValidate onSubmit={submit}>
        {result ? (
          <ReplayOutcomes result={result} request={request} />
        ) : (
          <div className="grid gap-4">
            <ReplaySummary request={request} />
            {request.kind === 'one' && request.email.correctable ? (
              <>
                <Field
                  label="Send to"
                  type="email"
                  name="recipient"
                  autoComplete="off"
                  value={recipient}
                  onChange={(event) => setRecipient(event.target.value)}
                  error={invalid}
                />
                <CorrectionAdvice userId={request.email.userId} />
              </>
            ) : null}
            {error ? (
              <Callout tone="danger" title="Couldn’t resend">
                <p>{errorMessage(error)}</p>
              </Callout>
            ) : null}
          </div>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {result ? (
            <>
              {result.remaining > 0 ? (
                <Button variant="outline" onClick={() => send(lastRound + 1)}>
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
              <Button type="submit" disabled={!canResend(request)} busyLabel={isPending && 'Sending...'}>
                Resend
              </Button>
            </>
          )}
        </div>
      </form>
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

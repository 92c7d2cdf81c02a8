import { useMutation } from '@tanstack/react-query';
import { useState, type ComponentProps, type ReactNode, type SubmitEvent } from 'react';
import { errorMessage } from '../../../lib/api/messages';
import { Button, type ButtonVariant } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { ReasonField } from './reason-field';

/** Confirms an action of staff, with a reason for the audit log. The children say what it does. */
export function ReasonDialog(props: {
  title: string;
  children: ReactNode;
  hiddenFrom: ComponentProps<typeof ReasonField>['hiddenFrom'];
  submitLabel: string;
  busyLabel: string;
  cancelLabel: string;
  errorTitle: string;
  variant?: ButtonVariant;
  onSubmit: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => props.onSubmit(reason.trim()),
    onSuccess: props.onDone,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const missing = reason.trim() ? undefined : 'Enter a reason for the audit log.';
    setReasonError(missing);
    if (missing) focusFirstError(event.currentTarget);
    else mutate();
  };
  return (
    <Dialog open onClose={props.onClose} title={props.title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-small wrap-anywhere">{props.children}</p>
        <ReasonField value={reason} error={reasonError} hiddenFrom={props.hiddenFrom} onChange={setReason} />
        {error ? (
          <Callout tone="danger" title={props.errorTitle}>
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={props.onClose}>
            {props.cancelLabel}
          </Button>
          <Button type="submit" variant={props.variant} busyLabel={isPending && props.busyLabel}>
            {props.submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

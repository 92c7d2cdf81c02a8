import type { ReactNode } from 'react';
import { Button } from '../buttons/button';
import { Dialog } from './dialog';
import { FormErrorAlert } from '../forms/form-error-alert';
import { useSubmit, type FormError } from '../forms/use-submit';

/** Confirms an irreversible action. Stays open and shows the error when the action fails. */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  action: () => Promise<FormError | undefined>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { title, children, confirmLabel, cancelLabel, action, onDone, onClose } = props;
  const { busy, formError, run } = useSubmit();
  const confirm = async () => {
    if (await run(action)) onDone();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-4">
        {children}
        <FormErrorAlert error={formError} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant="danger" busyLabel={busy && 'One moment...'} onClick={() => void confirm()}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}

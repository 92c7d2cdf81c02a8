import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { FileDetail } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { ReasonField } from '../components/reason-field';
import { deleteFile } from './files-api';

/** Asks for a reason, recorded in the audit log. */
export function DeleteFileDialog(props: { file: FileDetail; onClose: () => void; onDeleted: () => void }) {
  const { file, onClose, onDeleted } = props;
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => deleteFile(file, reason.trim()),
    onSuccess: () => {
      toastSuccess({ title: 'File deleted', description: `${file.name} was permanently deleted.` });
      onDeleted();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const missing = !reason.trim();
    setReasonError(missing ? 'Enter a reason for the audit log.' : undefined);
    if (missing) event.currentTarget.querySelector('textarea')?.focus();
    else mutate();
  };
  return (
    <Dialog open onClose={onClose} title="Delete this file?">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-small">
          <bdi className="font-semibold break-all">{file.name}</bdi> will be permanently deleted, and links to
          it will stop working.
        </p>
        <ReasonField value={reason} error={reasonError} hiddenFrom="owner" onChange={setReason} />
        {error ? (
          <Callout tone="danger" title="Couldn’t delete file">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Keep file
          </Button>
          <Button type="submit" variant="danger" busyLabel={isPending && 'Deleting...'}>
            Delete file
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

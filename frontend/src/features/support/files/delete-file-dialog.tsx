import type { FileDetail } from '@subscription-site/shared/contracts';
import { toastSuccess } from '../../../ui/feedback/toast';
import { ReasonDialog } from '../components/reason-dialog';
import { deleteFile } from './files-api';

export function DeleteFileDialog(props: { file: FileDetail; onClose: () => void; onDeleted: () => void }) {
  const { file, onClose, onDeleted } = props;
  return (
    <ReasonDialog
      title="Delete this file?"
      hiddenFrom="owner"
      submitLabel="Delete file"
      busyLabel="Deleting..."
      cancelLabel="Keep file"
      errorTitle="Couldn’t delete file"
      variant="danger"
      onSubmit={(reason) => deleteFile(file, reason)}
      onDone={() => {
        toastSuccess({ title: 'File deleted', description: `${file.name} was permanently deleted.` });
        onDeleted();
      }}
      onClose={onClose}
    >
      <bdi className="font-semibold break-all">{file.name}</bdi> will be permanently deleted, and links to it
      will stop working.
    </ReasonDialog>
  );
}

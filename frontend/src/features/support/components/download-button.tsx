import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { toastError } from '../../../ui/feedback/toast';

/** Downloads a document. `of` completes the label for screen readers. */
export function DownloadButton(props: { label: string; of: string; download: () => Promise<void> }) {
  const { label, of, download } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: download,
    onError: (error) =>
      toastError({ title: 'Couldn’t download the document', description: errorMessage(error) }),
  });
  return (
    <Button size="small" variant="outline" busyLabel={isPending && 'Downloading...'} onClick={() => mutate()}>
      {label}
      <span className="sr-only"> {of}</span>
    </Button>
  );
}

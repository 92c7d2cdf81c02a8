import { Button } from './button';
import { toastError, toastSuccess } from './toast';

/** Puts a text on the clipboard, and says so. */
export function CopyButton(props: { text: string; label: string; copied: string }) {
  const { text, label, copied } = props;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toastSuccess({ title: 'Copied', description: copied });
    } catch {
      toastError({
        title: 'Not copied',
        description: 'Your browser did not allow it. Select the text instead.',
      });
    }
  };
  return (
    <Button variant="outline" size="small" onClick={() => void copy()}>
      {label}
    </Button>
  );
}

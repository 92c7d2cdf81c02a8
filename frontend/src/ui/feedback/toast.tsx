import { toast } from 'react-hot-toast/headless';
import { loadToasts } from './toast-signal';

export interface ToastText {
  title: string;
  description: string;
}

const SUCCESS_MS = 9_000;
const DESTRUCTIVE_MS = 15_000;

/** Shows a success toast, replacing any other. */
export function toastSuccess(text: ToastText): void {
  toast.remove();
  toast.success(<ToastBody {...text} />, { id: getId(text), duration: SUCCESS_MS });
  loadToasts();
}

/** Shows an error toast, replacing any other. `silent` toasts repeat what screen readers read elsewhere, such as at a focused field. */
export function toastError(text: ToastText, { silent = false } = {}): void {
  toast.remove();
  toast.error(<ToastBody {...text} />, {
    id: getId(text),
    duration: DESTRUCTIVE_MS,
    ariaProps: { role: 'status', 'aria-live': silent ? 'off' : 'polite' },
  });
  loadToasts();
}

/** Removes toasts about something that is no longer on the screen. */
export function clearToasts(): void {
  toast.remove();
}

function getId({ title, description }: ToastText): string {
  return `${title}\n${description}`;
}

function ToastBody({ title, description }: ToastText) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p className="text-small opacity-90">{description}</p>
    </>
  );
}

import { toast } from 'react-hot-toast/headless';
import { requestToasts } from './toast-signal';

export interface ToastText {
  title: string;
  description: string;
}

const SUCCESS_MS = 9_000;
const DESTRUCTIVE_MS = 15_000;

/** Says that something went well, in place of whatever was said before: what is stale stands beside nothing new. */
export function toastSuccess(text: ToastText): void {
  toast.remove();
  toast.success(<ToastBody {...text} />, { id: idOf(text), duration: SUCCESS_MS });
  requestToasts();
}

/** Says that something went wrong, in the destructive style, in place of whatever was said before. */
export function toastError(text: ToastText): void {
  toast.remove();
  toast.error(<ToastBody {...text} />, { id: idOf(text), duration: DESTRUCTIVE_MS });
  requestToasts();
}

/** Takes away whatever is said: what it was about is on the screen no more. */
export function clearToasts(): void {
  toast.remove();
}

function idOf({ title, description }: ToastText): string {
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

import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { classNames } from '../class-names';
import { CloseIcon } from '../icons/icons';

/** Gap between a toast and the button it would cover. */
const GAP = 24;

/** Hovering or focusing a toast pauses all of them. */
export function ToastList() {
  const { toasts, handlers } = useToaster();
  return toasts
    .filter(({ visible }) => visible)
    .map((it) => (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- being pointed at only holds the clock
      <li
        key={it.id}
        ref={scrollClear}
        onMouseEnter={handlers.startPause}
        onMouseLeave={handlers.endPause}
        onFocus={handlers.startPause}
        onBlur={handlers.endPause}
        className={classNames(
          'rise-in pointer-events-auto flex items-start gap-3 rounded-sheet border-l-8 bg-ink py-4 pr-2 pl-4 text-paper shadow-sheet',
          it.type === 'error' ? 'border-alarm' : 'border-marker',
        )}
      >
        <div className="min-w-0 flex-1 wrap-anywhere">{resolveValue(it.message, it)}</div>
        <button
          type="button"
          onClick={() => toast.dismiss(it.id)}
          className="-my-2 grid size-11 shrink-0 place-items-center rounded-control opacity-80 hover:opacity-100"
        >
          <CloseIcon className="size-4.5" />
          <span className="sr-only">Dismiss</span>
        </button>
      </li>
    ));
}

/** Scrolls the page so that a new toast does not cover a form's submit button. */
function scrollClear(element: HTMLElement | null): void {
  if (!element) return;
  const over = element.getBoundingClientRect();
  for (const button of document.querySelectorAll('main form [type=submit]')) {
    const { top, right, bottom, left } = button.getBoundingClientRect();
    const isCovered = bottom > over.top && top < over.bottom && right > over.left && left < over.right;
    // Dialogs are above the toasts.
    if (isCovered && !button.closest('dialog')) return window.scrollBy(0, bottom - over.top + GAP);
  }
}

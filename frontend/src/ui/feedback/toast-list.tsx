import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { classNames } from '../class-names';
import { CloseIcon } from '../icons/icons';

/** Gap between a toast and what it would cover. */
const GAP = 24;
const NEAREST = { block: 'nearest' } as const;

/** Hovering or focusing a toast pauses all of them. */
export function ToastList() {
  const { toasts, handlers } = useToaster();
  return toasts
    .filter(({ visible }) => visible)
    .map((it) => (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- being pointed at only holds the clock
      <li
        key={it.id}
        ref={makeRoom}
        aria-live={it.ariaProps['aria-live'] === 'off' ? 'off' : undefined}
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

/**
 * Keeps a new toast from covering a form's first error, its submit button, texts and buttons marked with `data-uncovered`, and
 * everything that gets the focus later.
 */
function makeRoom(toast: HTMLElement | null) {
  if (!toast) return undefined;
  const over = toast.getBoundingClientRect();
  const isCovered = (element: Element) => {
    const { top, right, bottom, left } = element.getBoundingClientRect();
    const overlaps = bottom > over.top && top < over.bottom && right > over.left && left < over.right;
    // Dialogs are above the toasts.
    return overlaps && !element.closest('dialog');
  };
  const { style } = document.documentElement;
  style.scrollPaddingBottom = `${window.innerHeight - over.top + GAP}px`;
  const error = document.querySelector('main form [data-error]');
  if (error && isCovered(error)) error.scrollIntoView(NEAREST);
  const others = [...document.querySelectorAll('main :is(form [type=submit], [data-uncovered])')];
  const covered = others.filter(isCovered).toReversed();
  // The later ones are more important, if there is not enough room for all.
  for (const element of covered) element.scrollIntoView(NEAREST);
  if (covered.length > 0) error?.scrollIntoView(NEAREST);
  return () => void style.removeProperty('scroll-padding-bottom');
}

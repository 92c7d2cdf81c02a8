import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { classNames } from '../class-names';
import { CloseIcon } from '../icons/icons';

/** Gap between a toast and what it would cover. */
const GAP = 24;
const BELOW_HEADER = '5.5rem';
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
        data-type={it.type}
        aria-live={it.ariaProps['aria-live'] === 'off' ? 'off' : undefined}
        onMouseEnter={handlers.startPause}
        onMouseLeave={handlers.endPause}
        onFocus={handlers.startPause}
        onBlur={handlers.endPause}
        className={classNames(
          'rise-in pointer-events-auto flex items-start gap-3 rounded-card border-l-8 bg-ink py-4 pr-2 pl-4 text-paper shadow-card',
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
 * Keeps a new toast from covering a form's fields in error, its submit button, texts and buttons marked with `data-uncovered`, and
 * everything that gets the focus later.
 */
function makeRoom(toast: HTMLElement | null) {
  if (!toast) return undefined;
  const isCovered = (element: Element) => {
    const over = toast.getBoundingClientRect();
    const { top, right, bottom, left } = element.getBoundingClientRect();
    const overlaps = bottom > over.top && top < over.bottom && right > over.left && left < over.right;
    // Dialogs are above the toasts.
    return overlaps && !element.closest('dialog');
  };
  const { style } = document.documentElement;
  style.scrollPaddingBottom = `${window.innerHeight - toast.getBoundingClientRect().top + GAP}px`;
  const errors = [...document.querySelectorAll('main form [data-error]')].map(
    (error) => error.closest('div, fieldset') ?? error,
  );
  const findOthers = () => [...document.querySelectorAll('main :is(form [type=submit], [data-uncovered])')];
  const uncover = (elements: Element[]) => {
    const covered = elements.filter(isCovered);
    // The earlier ones are more important, if there is not enough room for all.
    for (const element of covered.toReversed()) element.scrollIntoView(NEAREST);
    return covered.length > 0;
  };
  const hasMoved = uncover([...errors, ...findOthers()]);
  // The first error is about to get the focus, which would scroll to it anyway.
  if (hasMoved || toast.dataset['type'] === 'error')
    for (const error of errors.toReversed()) error.scrollIntoView(NEAREST);
  if (!errors.some(isCovered)) {
    // Content that loads later moves the rest down.
    const observer = new ResizeObserver(() => uncover(findOthers()));
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      style.removeProperty('scroll-padding-bottom');
    };
  }

  // Errors fill the screen: above the first one, the toast covers none.
  const region = toast.closest('section')!;
  Object.assign(region.style, { top: BELOW_HEADER, bottom: 'auto' });
  style.scrollPaddingTop = `${toast.getBoundingClientRect().bottom + GAP}px`;
  errors[0]?.scrollIntoView({ block: 'start' });
  return () => {
    region.removeAttribute('style');
    style.removeProperty('scroll-padding-bottom');
    style.removeProperty('scroll-padding-top');
  };
}

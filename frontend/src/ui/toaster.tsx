import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { classNames } from './class-names';
import { CloseIcon } from './icons';

/** Where toasts appear: a polite live region that is always there. Pointing at a toast or focusing it holds them all. */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- being pointed at only holds the clock
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-3 top-3 z-50 sm:top-auto sm:right-4 sm:bottom-4 sm:left-auto sm:w-96"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      <ol aria-live="polite" aria-relevant="additions" className="grid gap-3">
        {toasts
          .filter(({ visible }) => visible)
          .map((it) => (
            <li
              key={it.id}
              className={classNames(
                'rising pointer-events-auto flex items-start gap-3 rounded-sheet border-l-8 bg-ink py-4 pr-2 pl-4 text-paper shadow-sheet',
                it.type === 'error' ? 'border-alarm' : 'border-marker',
              )}
            >
              <div className="min-w-0 flex-1">{resolveValue(it.message, it)}</div>
              <button
                type="button"
                onClick={() => toast.dismiss(it.id)}
                className="-my-2 grid size-11 shrink-0 place-items-center rounded-control opacity-80 hover:opacity-100"
              >
                <CloseIcon className="size-4.5" />
                <span className="sr-only">Dismiss</span>
              </button>
            </li>
          ))}
      </ol>
    </section>
  );
}

import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { classNames } from './class-names';
import { CloseIcon } from './icons';

/** The toasts there are. Pointing at one or focusing it holds them all. */
export function ToastList() {
  const { toasts, handlers } = useToaster();
  return toasts
    .filter(({ visible }) => visible)
    .map((it) => (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- being pointed at only holds the clock
      <li
        key={it.id}
        onMouseEnter={handlers.startPause}
        onMouseLeave={handlers.endPause}
        onFocus={handlers.startPause}
        onBlur={handlers.endPause}
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
    ));
}

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { CloseIcon } from '../icons/icons';
import { NoBreakHyphens } from '../data-display/no-break-hyphens';

const ENTRY = 'input, select, textarea';

/**
 * A modal on the native dialog element. Focuses the first field or the heading. Closes on Escape and backdrop
 * clicks, and returns focus to the opener.
 */
export function Dialog(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  wide?: boolean;
}) {
  const { open, onClose, title, children, wide } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    const opener = document.activeElement;
    element.showModal();
    // By default the close button gets focus, and focus is lost when the dialog is unmounted.
    (element.querySelector<HTMLElement>(ENTRY) ?? heading.current)?.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  if (!open) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the browser's
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The second click of a double click on the opener lands on the backdrop.
        if (event.target === dialog.current && event.detail < 2) onClose();
      }}
      className={classNames(
        'rise-in m-auto max-h-[min(46rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] overflow-y-auto rounded-card border border-rule bg-card text-ink shadow-card backdrop:bg-[#000]/55',
        wide ? 'max-w-[52rem]' : 'max-w-[32rem]',
      )}
    >
      <div className="p-6 sm:p-8">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={id} ref={heading} tabIndex={-1} className="min-w-0 text-h3 wrap-anywhere">
            <NoBreakHyphens>{title}</NoBreakHyphens>
          </h2>
          <button
            type="button"
            onClick={onClose}
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-well hover:text-ink"
          >
            <CloseIcon />
            <span className="sr-only">Close</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

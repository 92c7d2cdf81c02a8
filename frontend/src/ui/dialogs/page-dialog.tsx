import { useId, type ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from '../buttons/button';
import { classNames } from '../class-names';
import { CloseIcon } from '../icons/icons';

/** Fallback for browsers without invoker commands. */
function openWithoutCommand(dialogId: string): void {
  const dialog = document.getElementById(dialogId);
  if ('command' in HTMLButtonElement.prototype || !(dialog instanceof HTMLDialogElement)) return;
  if (!dialog.open) dialog.showModal();
}

/** Opens the {@link PageDialog} with this ID. */
export function DialogOpener(props: {
  dialogId: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}) {
  const { dialogId, variant, size, children } = props;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...{ command: 'show-modal', commandfor: dialogId }}
      onClick={() => openWithoutCommand(dialogId)}
      className={buttonClass(variant, size)}
    >
      {children}
    </button>
  );
}

/**
 * A modal that is part of the page and works before hydration. Keeps form values when closed. Closes on
 * Escape, and with `lightDismiss` on backdrop clicks.
 */
export function PageDialog(props: {
  id: string;
  title: string;
  children: ReactNode;
  wide?: boolean;
  lightDismiss?: boolean;
}) {
  const { id, title, children, wide, lightDismiss } = props;
  const heading = useId();
  return (
    <dialog
      id={id}
      aria-labelledby={heading}
      closedby={lightDismiss ? 'any' : 'closerequest'}
      suppressHydrationWarning
      className={classNames(
        'rise-in m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto overscroll-contain rounded-card border border-rule bg-card text-ink shadow-card backdrop:bg-[#000]/55',
        wide ? 'max-w-[56rem]' : 'max-w-[36rem]',
      )}
    >
      <div className="p-6 sm:p-8">
        <div className="mb-5 flex items-start justify-between gap-4">
          <h2 id={heading} className="text-h3">
            {title}
          </h2>
          <form method="dialog" className="-mt-2 -mr-2">
            <button className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-well hover:text-ink">
              <CloseIcon />
              <span className="sr-only">Close</span>
            </button>
          </form>
        </div>
        {children}
      </div>
    </dialog>
  );
}

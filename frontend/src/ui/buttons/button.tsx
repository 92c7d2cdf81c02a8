import { useEffect, type ComponentProps, type MouseEvent } from 'react';
import { classNames } from '../class-names';
import { announceWait } from '../feedback/announce';

export type ButtonVariant = 'ink' | 'marker' | 'on-marker' | 'outline' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control border font-semibold tracking-tight whitespace-nowrap max-sm:wrap-break-word max-sm:whitespace-normal no-underline transition-[background-color,color,translate] duration-150 active:translate-y-px inactive:translate-y-0 inactive:opacity-55';

const VARIANTS: Record<ButtonVariant, string> = {
  ink: 'border-ink bg-ink text-paper hover:border-ink-hover hover:bg-ink-hover inactive:hover:border-ink inactive:hover:bg-ink',
  marker:
    'border-ink dark:border-marker bg-marker text-marker-ink hover:bg-ink hover:text-paper inactive:hover:bg-marker inactive:hover:text-marker-ink',
  'on-marker': 'border-marker-ink bg-marker-ink text-marker hover:bg-transparent hover:text-marker-ink',
  outline: 'border-rule-strong bg-card text-ink hover:border-ink inactive:hover:border-rule-strong',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-well',
  danger: 'border-danger bg-transparent text-danger hover:bg-danger-wash',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-small sm:min-h-9',
  medium: 'min-h-11 px-4.5 text-small',
  large: 'min-h-13 px-6 py-2 text-body',
};

/** Button styles, also for links. */
export function buttonClass(variant: ButtonVariant = 'ink', size: ButtonSize = 'medium', extra?: string) {
  return classNames(BASE, VARIANTS[variant], SIZES[size], extra);
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While set, the button shows and announces this label, keeps the focus and ignores clicks. */
  busyLabel?: string | false;
}

export function Button({
  variant,
  size,
  busyLabel,
  className,
  disabled,
  children,
  type,
  onClick,
  ...rest
}: ButtonProps) {
  const busy = Boolean(busyLabel);
  useEffect(() => (busyLabel ? announceWait(busyLabel) : undefined), [busyLabel]);
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      // A disabled button would lose the focus.
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      className={buttonClass(variant, size, className)}
    >
      {busyLabel || children}
    </button>
  );
}

/** Also keeps a submit button, and Enter in a field, from submitting the form. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}

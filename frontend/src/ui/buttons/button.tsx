import type { ComponentProps } from 'react';
import { classNames } from '../class-names';

export type ButtonVariant = 'ink' | 'marker' | 'on-marker' | 'outline' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control border font-semibold tracking-tight whitespace-nowrap no-underline transition-[background-color,color,translate] duration-150 active:translate-y-px disabled:translate-y-0 disabled:opacity-55';

const VARIANTS: Record<ButtonVariant, string> = {
  ink: 'border-ink bg-ink text-paper hover:border-ink-soft hover:bg-ink-soft disabled:hover:border-ink disabled:hover:bg-ink',
  marker:
    'border-ink dark:border-marker bg-marker text-marker-ink hover:bg-ink hover:text-paper disabled:hover:bg-marker disabled:hover:text-marker-ink',
  'on-marker': 'border-marker-ink bg-marker-ink text-marker hover:bg-transparent hover:text-marker-ink',
  outline: 'border-rule-strong bg-sheet text-ink hover:border-ink disabled:hover:border-rule-strong',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-well',
  danger: 'border-danger bg-transparent text-danger hover:bg-danger-wash',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-small sm:min-h-9',
  medium: 'min-h-11 px-4.5 text-small',
  large: 'min-h-13 px-6 text-body',
};

/** Button styles, also for links. */
export function buttonClass(variant: ButtonVariant = 'ink', size: ButtonSize = 'medium', extra?: string) {
  return classNames(BASE, VARIANTS[variant], SIZES[size], extra);
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While set, the button is disabled and shows this label. */
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
  ...rest
}: ButtonProps) {
  const busy = Boolean(busyLabel);
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busyLabel || children}
    </button>
  );
}

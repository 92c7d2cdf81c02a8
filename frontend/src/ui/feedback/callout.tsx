import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { takeLostFocus } from '../focus/preserve-focus';

const TONES = {
  plain: 'border-ink bg-well',
  marker: 'border-marker bg-well',
  success: 'border-success bg-success-wash',
  danger: 'border-danger bg-danger-wash',
} as const;

/**
 * A message on the page. `danger` is announced immediately, other tones politely, and `silent` ones not at
 * all because a toast announces them. Takes focus that is lost when it appears.
 */
export function Callout(props: {
  tone?: keyof typeof TONES;
  title?: string;
  silent?: boolean;
  children?: ReactNode;
  className?: string;
}) {
  const { tone = 'plain', title, silent, children, className } = props;
  const callout = useRef<HTMLDivElement>(null);
  useEffect(() => takeLostFocus(callout.current), []);
  const role = tone === 'danger' ? 'alert' : 'status';
  return (
    <div
      ref={callout}
      role={silent ? undefined : role}
      data-callout=""
      data-error={tone === 'danger' || undefined}
      tabIndex={-1}
      className={classNames('border-l-4 px-4 py-3 text-small', TONES[tone], className)}
    >
      {title ? <p className="font-semibold">{title}</p> : null}
      {children}
    </div>
  );
}

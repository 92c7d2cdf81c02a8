import type { ReactNode } from 'react';
import { classNames } from './class-names';

const TONES = {
  plain: 'border-ink bg-well',
  marker: 'border-marker bg-well',
  success: 'border-success bg-success-wash',
  danger: 'border-danger bg-danger-wash',
} as const;

/**
 * A remark on the page itself. A `danger` is read out at once, the others when there is a pause, and a `silent` one not at all: what
 * it says is read out elsewhere.
 */
export function Callout(props: {
  tone?: keyof typeof TONES;
  title?: string;
  silent?: boolean;
  children?: ReactNode;
  className?: string;
}) {
  const { tone = 'plain', title, silent, children, className } = props;
  const role = tone === 'danger' ? 'alert' : 'status';
  return (
    <div
      role={silent ? undefined : role}
      data-callout=""
      tabIndex={-1}
      className={classNames('border-l-4 px-4 py-3 text-small', TONES[tone], className)}
    >
      {title ? <p className="font-semibold">{title}</p> : null}
      {children}
    </div>
  );
}

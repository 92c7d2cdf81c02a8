import type { ReactNode } from 'react';
import { classNames } from '../class-names';

/** A slip of paper with a torn lower edge. */
export function Slip({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className="slip-shadow">
      <div className={classNames('slip', className)}>{children}</div>
    </div>
  );
}

/** A line of a bill: label, dots, value. */
export function BillLine(props: { label: ReactNode; value: ReactNode; strong?: boolean }) {
  return (
    <div className={classNames('leader py-2', props.strong && 'text-lead font-bold')}>
      <span>{props.label}</span>
      <span className="figure text-right wrap-normal">{props.value}</span>
    </div>
  );
}

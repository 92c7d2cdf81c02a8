import type { ReactNode } from 'react';
import { classNames } from '../class-names';

/** A card with a torn lower edge, like a receipt. */
export function ReceiptCard({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className="receipt-card-shadow">
      <div className={classNames('receipt-card', className)}>{children}</div>
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

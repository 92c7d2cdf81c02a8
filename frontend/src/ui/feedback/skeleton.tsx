import { classNames } from '../class-names';

/** Placeholder for a line of text. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('pulsing block h-4 rounded-[2px] bg-rule', className)} />
  );
}

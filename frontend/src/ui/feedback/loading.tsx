import { classNames } from '../class-names';

/** Loading indicator. Appears after a delay, so that it does not flash during short waits. */
export function Loading({ label, className }: { label: string; className?: string }) {
  return (
    <output className={classNames('delayed flex items-center justify-center gap-3 text-ink-soft', className)}>
      <svg viewBox="0 0 20 20" className="spinning size-5 shrink-0" fill="none" aria-hidden="true">
        <circle cx="10" cy="10" r="8" stroke="var(--color-rule)" strokeWidth="2.5" />
        <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      <span>{label}</span>
    </output>
  );
}

/** The logo: a receipt with one highlighted line. */
export function Mark({ className = 'size-7.5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path fill="var(--color-ink)" d="M6 2h20v27l-4-3.5-3.5 3.5-2.5-3.5-2.5 3.5L10 25.5 6 29z" />
      <path fill="var(--color-marker)" d="M2 10.5h28v7H2z" />
    </svg>
  );
}

/** Logo and product name, truncated where space is short. */
export function WordMark({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-[min(1.25rem,7vw)] font-bold tracking-tighter whitespace-nowrap">
      <Mark className="size-7.5 shrink-0" />
      <span className="truncate">{name}</span>
    </span>
  );
}

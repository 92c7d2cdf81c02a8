import type { ReactNode } from 'react';

/** A grid of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-6 grid gap-px overflow-hidden border border-rule bg-card sm:grid-cols-2 lg:grid-cols-4">
      {children}
    </dl>
  );
}

/** `wide`: takes two columns. */
export function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`px-4 py-3 shadow-[0_0_0_1px_var(--color-rule)] ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="caption">{name}</dt>
      <dd className="text-small wrap-anywhere">{children}</dd>
    </div>
  );
}

import type { ReactNode } from 'react';

/** Items sorted by time, below how many there are so far. */
export function CountedList<T>(props: {
  label: string;
  items: readonly T[];
  children: (item: T) => ReactNode;
}) {
  const { label, items, children } = props;
  return (
    <section aria-label={label}>
      <output className="caption">{items.length} shown, newest first</output>
      <ul className="mt-2 border border-rule bg-card">{items.map(children)}</ul>
    </section>
  );
}

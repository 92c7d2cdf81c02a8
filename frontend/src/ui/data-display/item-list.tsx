import type { ReactNode } from 'react';

/** A list of things that belong to the account. */
export function ItemList({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ul className="border border-rule bg-card" aria-label={name}>
      {children}
    </ul>
  );
}

export function ItemRow(props: { name: ReactNode; details: ReactNode; children?: ReactNode }) {
  const { name, details, children } = props;
  return (
    <li className="flex items-center justify-between gap-x-6 gap-y-3 border-b border-rule px-4 py-4 last:border-b-0 max-sm:flex-wrap sm:px-5">
      <div className="min-w-0">
        {name}
        <p className="text-small text-ink-soft">{details}</p>
      </div>
      {children ? <div className="flex shrink-0 flex-wrap gap-3">{children}</div> : null}
    </li>
  );
}

export function ItemName({ children, tooltip }: { children: ReactNode; tooltip?: string }) {
  return (
    <bdi className="block font-semibold" title={tooltip}>
      {children}
    </bdi>
  );
}

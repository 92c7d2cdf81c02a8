import type { ReactNode } from 'react';

/** Replaces a list that is empty or failed to load. */
export function EmptyState(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="border border-dashed border-rule-strong px-6 py-14 text-center">
      <p className="text-h3 font-bold tracking-tight">{props.title}</p>
      {props.children ? <div className="mx-auto mt-2 max-w-prose text-ink-soft">{props.children}</div> : null}
      {props.action ? <div className="mt-6 flex justify-center gap-3">{props.action}</div> : null}
    </div>
  );
}

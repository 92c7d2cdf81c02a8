import type { ReactNode } from 'react';

/** Records as rows that become cards on narrow screens. */
export function RecordList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="border border-rule bg-card">
      {children}
    </ul>
  );
}

export function RecordRow(props: {
  title: ReactNode;
  subtitle: ReactNode;
  details: ReactNode;
  /** Dates and identifiers. */
  facts: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 border-b border-rule px-4 py-3 text-small last:border-b-0 lg:grid-cols-[1fr_1fr_15rem_6rem] lg:items-start">
      <div className="wrap-anywhere">
        <p className="font-semibold">{props.title}</p>
        <div className="text-ink-soft">{props.subtitle}</div>
      </div>
      <div className="wrap-anywhere">{props.details}</div>
      <div className="text-fine wrap-anywhere text-ink-soft">{props.facts}</div>
      {props.action ? <div className="lg:justify-self-end">{props.action}</div> : null}
    </li>
  );
}

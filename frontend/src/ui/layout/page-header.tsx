import type { ReactNode } from 'react';

/** Heading with an optional highlighted part, and lead text. */
export function PageHeader(props: {
  title: string;
  marked?: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  const { title, marked, lead, children } = props;
  return (
    <div className="mx-auto max-w-page px-5 pt-12 pb-14 sm:pt-20 sm:pb-20">
      <h1 className="max-w-[56rem] text-h1">
        {title}
        {marked ? (
          <>
            {' '}
            <span className="marked">{marked}</span>
          </>
        ) : null}
      </h1>
      {lead ? <p className="mt-5 max-w-[44rem] text-lead text-ink-soft">{lead}</p> : null}
      {children ? <div className="mt-9 flex flex-wrap gap-3">{children}</div> : null}
    </div>
  );
}

import type { ReactNode } from 'react';

/** One column: heading, form, and what is shown below it. */
export function AuthLayout(props: {
  title: ReactNode;
  lead?: ReactNode;
  /** Shown below the form on wide screens. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-[33rem] px-5 pt-12 sm:pt-16">
      <h1 className="text-h2">{props.title}</h1>
      {props.lead ? <div className="mt-4 text-lead text-ink-soft">{props.lead}</div> : null}
      <div className="mt-8">{props.children}</div>
      {props.aside ? <div className="mx-auto mt-12 hidden max-w-90 md:block">{props.aside}</div> : null}
    </div>
  );
}

import type { ReactNode } from 'react';
import { FocusedHeading } from '../../../ui/focus/focused-heading';

/** Heading beside the form; stacked on phones. */
export function AuthLayout(props: {
  title: ReactNode;
  /** Set when this replaces other content without navigation. */
  focusHeading?: boolean;
  lead?: ReactNode;
  /** Shown below the lead on wide screens. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 items-start gap-10 px-5 pt-12 sm:pt-20 md:grid-cols-[1fr_22rem] lg:grid-cols-[1fr_28rem] lg:gap-20">
      <div className="md:sticky md:top-32">
        {props.focusHeading ? (
          <FocusedHeading level={1} className="text-h1">
            {props.title}
          </FocusedHeading>
        ) : (
          <h1 className="text-h1">{props.title}</h1>
        )}
        {props.lead ? <div className="mt-5 max-w-prose text-lead text-ink-soft">{props.lead}</div> : null}
        {props.aside ? <div className="mt-12 hidden max-w-90 md:block">{props.aside}</div> : null}
      </div>
      <div className="w-full max-w-form md:max-w-none">{props.children}</div>
    </div>
  );
}

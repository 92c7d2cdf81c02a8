import type { ReactNode } from 'react';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { Card } from '../../../ui/layout/card';

const HEADING = 'text-[clamp(1.625rem,1.4rem+1vw,2.125rem)] leading-tight';

/** A centered card: what happened or what is asked, then what to do about it. */
export function AuthCard(props: {
  title: ReactNode;
  /** Set when this replaces other content without navigation. */
  focusHeading?: boolean;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-[33rem] px-5 pt-10 sm:pt-20">
      <Card className="pt-8 shadow-[inset_0_4px_0_var(--color-marker)] sm:px-10 sm:pt-11 sm:pb-10">
        {props.focusHeading ? (
          <FocusedHeading level={1} className={HEADING}>
            {props.title}
          </FocusedHeading>
        ) : (
          <h1 className={HEADING}>{props.title}</h1>
        )}
        {props.lead ? <div className="mt-3 text-pretty text-ink-soft">{props.lead}</div> : null}
        <div className="mt-7">{props.children}</div>
      </Card>
    </div>
  );
}

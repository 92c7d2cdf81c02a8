import { useId, type ReactNode, type Ref } from 'react';
import { NoBreakHyphens } from '../data-display/no-break-hyphens';

/** A section with its title and description beside its content. */
export function TitledSection({
  title,
  lead,
  headingRef,
  children,
}: {
  title: string;
  lead: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-6 border-t-2 border-ink py-9 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-16"
    >
      <div>
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-h3">
          <NoBreakHyphens>{title}</NoBreakHyphens>
        </h2>
        <div className="mt-2 max-w-prose text-small text-pretty text-ink-soft">{lead}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

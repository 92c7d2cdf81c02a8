import type { ReactNode } from 'react';
import { DownIcon } from '../icons/down-icon';

/** An expandable section that works without JavaScript. */
export function Disclosure(props: { summary: ReactNode; children: ReactNode; open?: boolean }) {
  const { summary, children, open } = props;
  return (
    <details open={open} className="group border-b border-rule">
      <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-4 text-lead font-semibold tracking-tight marker:hidden hover:bg-well sm:-mx-2 sm:px-2 [&::-webkit-details-marker]:hidden">
        {summary}
        <DownIcon className="size-5 transition-[rotate] duration-150 group-open:rotate-180" />
      </summary>
      <div className="max-w-prose pb-6 text-ink-soft">{children}</div>
    </details>
  );
}

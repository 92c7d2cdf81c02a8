import type { ReactNode } from 'react';

/** A table that scrolls sideways inside a focusable frame on narrow screens. The edges it continues behind are shaded. */
export function Table(props: { caption: string; columns: readonly string[]; children: ReactNode }) {
  return (
    <section
      aria-label={props.caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="scroll-shadows relative overflow-x-auto border border-rule break-words"
    >
      <table className="w-full border-collapse text-left text-small">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr className="border-b-2 border-ink">
            {props.columns.map((column) => (
              <th key={column} scope="col" className="px-2.5 py-2.5 font-semibold whitespace-nowrap sm:px-4">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-b [&_td]:border-rule [&_td]:px-2.5 [&_td]:py-2.5 sm:[&_td]:px-4 [&_td]:align-baseline [&_tr:last-child_td]:border-b-0">
          {props.children}
        </tbody>
      </table>
    </section>
  );
}

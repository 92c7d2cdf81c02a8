import { Fragment } from 'react';
import { COMPARED_PLANS, COMPARISON, type Cell } from '../../../content/plan-comparison';
import { CheckIcon } from '../../../ui/icons/icons';

/** Features by plan. On narrow screens the plans scroll sideways next to fixed row headers. */
export function PlanComparison() {
  return (
    <>
      <p aria-hidden="true" className="caption mb-3 sm:hidden">
        Swipe the table sideways to see all four plans →
      </p>
      <section
        aria-label="Plan comparison"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto rounded-sheet border border-rule bg-sheet"
      >
        <table className="w-full min-w-[30rem] border-collapse text-left text-small">
          <caption className="sr-only">What each plan includes</caption>
          <thead>
            <tr className="border-b-2 border-ink">
              <th scope="col" className="sticky left-0 bg-sheet">
                <span className="sr-only">Feature</span>
              </th>
              {COMPARED_PLANS.map((plan) => (
                <th
                  key={plan}
                  scope="col"
                  className="w-[15%] px-3 py-4 sm:px-4 text-body font-bold tracking-tight"
                >
                  {plan}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARISON.map((group) => (
              <Fragment key={group.heading}>
                <tr>
                  <th scope="colgroup" colSpan={5} className="caption bg-well px-3 py-2 sm:px-6">
                    {group.heading}
                  </th>
                </tr>
                {group.rows.map((row) => (
                  <tr key={row.label} className="border-b border-rule last:border-b-0">
                    <th
                      scope="row"
                      className="sticky left-0 w-32 bg-sheet py-3 pr-2 pl-3 font-medium sm:w-auto sm:pr-3 sm:pl-6"
                    >
                      {row.label}
                    </th>
                    {row.cells.map((cell, index) => (
                      <td key={COMPARED_PLANS[index]} className="px-3 py-3 sm:px-4">
                        <CellMark cell={cell} />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function CellMark({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return <span className="figure whitespace-nowrap">{cell}</span>;
  return cell ? (
    <>
      <CheckIcon className="size-4.5" />
      <span className="sr-only">Included</span>
    </>
  ) : (
    <>
      <span aria-hidden="true" className="text-ink-faint">
        –
      </span>
      <span className="sr-only">Not included</span>
    </>
  );
}

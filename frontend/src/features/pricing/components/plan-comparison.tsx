import { Fragment, useState } from 'react';
import { COMPARED_PLANS, COMPARISON, CUSTOM_NOTE, type Cell } from '../../../content/plan-comparison';
import { CheckIcon } from '../../../ui/icons/check-icon';
import { SegmentedControl } from '../../../ui/forms/segmented-control';

type ComparedPlan = (typeof COMPARED_PLANS)[number];

const CHOICES = COMPARED_PLANS.map((plan) => ({ key: plan, label: plan }));

/** Features by plan. Narrow screens show one plan at a time; styles/compare.css applies the choice, even without scripts. */
export function PlanComparison() {
  const [shown, setShown] = useState<ComparedPlan>('Team');
  return (
    <div className="compare">
      <div className="mb-4 sm:hidden">
        <SegmentedControl legend="Plan to show" choices={CHOICES} chosen={shown} onChoose={setShown} />
      </div>
      <div className="rounded-card border border-rule bg-card">
        <table className="w-full border-collapse text-left text-small wrap-anywhere">
          <caption className="sr-only">What each plan includes</caption>
          <thead>
            <tr className="border-b-2 border-ink">
              <th scope="col">
                <span className="sr-only">Feature</span>
              </th>
              {COMPARED_PLANS.map((plan) => (
                <th
                  key={plan}
                  scope="col"
                  className="w-28 px-3 py-4 text-body font-bold tracking-tight sm:w-[18%] sm:px-4"
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
                  <th
                    scope="colgroup"
                    colSpan={COMPARED_PLANS.length + 1}
                    className="caption bg-well px-3 py-2 sm:px-6"
                  >
                    {group.heading}
                  </th>
                </tr>
                {group.rows.map((row) => (
                  <tr key={row.label} className="border-b border-rule last:border-b-0">
                    <th scope="row" className="py-3 pr-3 pl-3 font-medium sm:pl-6">
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
      </div>
      <p className="mt-4 text-small text-ink-soft">{CUSTOM_NOTE}</p>
    </div>
  );
}

function CellMark({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return <span className="figure">{cell}</span>;
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

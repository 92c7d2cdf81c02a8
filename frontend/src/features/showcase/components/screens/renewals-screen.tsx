import { RENEWALS } from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { Screen } from '../screen';

const HORIZON_DAYS = 60;
const share = (days: number) => `${(days / HORIZON_DAYS) * 100}%`;

/** Cancellation deadlines and renewals in the next 60 days. */
export function RenewalsScreen() {
  return (
    <Screen
      title="Next 60 days"
      label="Three renewals on a timeline. The cancellation deadline for the help desk is in three days and is highlighted."
    >
      {RENEWALS.map((renewal) => (
        <div key={renewal.name} className="border-b border-rule py-3 last:border-b-0 last:pb-0">
          <div className="flex items-baseline justify-between gap-3">
            <span className={classNames('font-semibold', renewal.urgent && 'marked')}>{renewal.name}</span>
            <span className="caption whitespace-nowrap">renews in {renewal.renewsInDays} days</span>
          </div>
          <div className="relative mt-2.5 h-2.5 bg-well">
            <span
              className="absolute inset-y-0 left-0 bg-ink"
              style={{ width: share(renewal.cancelWithinDays) }}
            />
            <span
              className="hatched absolute inset-y-0"
              style={{
                left: share(renewal.cancelWithinDays),
                width: share(renewal.renewsInDays - renewal.cancelWithinDays),
              }}
            />
            <span
              className="absolute -inset-y-1 w-0.5 bg-ink"
              style={{ left: share(renewal.renewsInDays) }}
            />
          </div>
          <p className="caption mt-1.5">{renewal.cancelWithinDays} days left to cancel</p>
        </div>
      ))}
    </Screen>
  );
}

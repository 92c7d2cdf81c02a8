import { today } from '../../../lib/today';

/** The day on which the page is read; see {@link today} for how a page that was rendered beforehand has it. */
export function LastUpdated() {
  const { long, iso } = today();
  return (
    <p className="caption mt-6">
      Last updated:{' '}
      <time dateTime={iso} suppressHydrationWarning>
        {long}
      </time>
    </p>
  );
}

import { today } from '../../../lib/today';

/** The day the page is read. See {@link today} for prerendered pages. */
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

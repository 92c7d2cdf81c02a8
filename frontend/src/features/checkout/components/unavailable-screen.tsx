import { Button, buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';

/** The payment provider could not be loaded, which a toast announces. */
export function UnavailableScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mx-auto max-w-prose px-5 py-24 text-center">
      <h1 className="text-h2">Payment system unavailable. Please try again later.</h1>
      <p className="mt-4 text-ink-soft">Nothing was charged.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Link to="/pricing" className={buttonClass('ink', 'large')}>
          Back to Pricing
        </Link>
        <Button variant="outline" size="large" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

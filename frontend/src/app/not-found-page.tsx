import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { logError } from '../lib/log';
import { useIsClient } from '../lib/hydration/use-is-client';
import { buttonClass } from '../ui/buttons/button';
import { Link } from '../ui/navigation/link';
import { BillLine, ReceiptCard } from '../ui/layout/receipt-card';

/** The prerendered page is the same for every path: this fills in the path as soon as the element is parsed. */
const SHOW_PATH = "document.querySelector('[data-requested-path]').textContent=location.pathname";

/** The 404 page. Logs the path. */
export function Page() {
  const { pathname } = useLocation();
  const requested = useIsClient() ? pathname : 'This address';
  useEffect(() => logError('404', pathname), [pathname]);
  return (
    <div className="mx-auto grid max-w-[64rem] items-center gap-12 px-5 py-16 sm:py-24 md:grid-cols-[1fr_22rem]">
      <div>
        <p className="caption">404</p>
        <h1 className="mt-3 text-h1">Oops! Page not found</h1>
        <p className="mt-5 max-w-prose text-lead text-ink-soft">This address isn’t on our statement.</p>
        <Link to="/" className={buttonClass('ink', 'large', 'mt-8')}>
          Return to Home
        </Link>
      </div>
      <div className="mx-auto w-full max-w-90">
        <ReceiptCard className="px-6 pt-6 pb-8">
          <p className="caption border-b border-rule pb-3">Requested</p>
          <p data-requested-path="" suppressHydrationWarning className="code py-4 break-all">
            {requested}
          </p>
          {/* oxlint-disable-next-line react/no-danger -- a constant */}
          <script dangerouslySetInnerHTML={{ __html: SHOW_PATH }} />
          <BillLine label="Pages found" value="0" />
          <BillLine label="Amount due" value="$0" strong />
        </ReceiptCard>
      </div>
    </div>
  );
}

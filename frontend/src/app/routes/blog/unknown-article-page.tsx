import { buttonClass } from '../../../ui/buttons/button';
import { BackIcon } from '../../../ui/icons/icons';
import { BillLine, ReceiptCard } from '../../../ui/layout/receipt-card';
import { Link } from '../../../ui/navigation/link';

/** 404 page for unknown articles. */
export function Page() {
  return (
    <div className="mx-auto grid max-w-[64rem] items-center gap-12 px-5 py-16 sm:py-24 md:grid-cols-[1fr_22rem]">
      <div>
        <p className="caption">404</p>
        <h1 className="mt-3 text-h1">Article Not Found</h1>
        <p className="mt-5 max-w-prose text-lead text-ink-soft">
          The article you&apos;re looking for doesn&apos;t exist.
        </p>
        <Link to="/blogs" className={buttonClass('ink', 'large', 'mt-8')}>
          <BackIcon className="size-4.5" />
          Back to Blog
        </Link>
      </div>
      <div className="mx-auto w-full max-w-90">
        <ReceiptCard className="px-6 pt-6 pb-8">
          <p className="caption border-b border-rule pb-3">Requested</p>
          <BillLine label="Articles found" value="0" />
          <BillLine label="Amount due" value="$0" strong />
        </ReceiptCard>
      </div>
    </div>
  );
}

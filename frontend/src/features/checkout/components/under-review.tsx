import { mailToSupport } from '../../../lib/browser/outside';
import { ArrivingHeading } from '../../../ui/arriving-heading';
import { buttonClass } from '../../../ui/button';
import { Card } from '../../../ui/card';

/** The payment arrived and staff look at it. Nothing here leads to paying again. */
export function UnderReview({ message, reference }: { message: string; reference?: string }) {
  return (
    <Card role="alert">
      <ArrivingHeading className="text-h3">We’re reviewing your payment</ArrivingHeading>
      <p className="mt-3 wrap-anywhere">{message}</p>
      {reference ? (
        <>
          <p className="mt-4 text-small font-semibold">Payment reference</p>
          <p className="figure mt-1.5 bg-well px-4 py-3 break-all">{reference}</p>
        </>
      ) : null}
      <a
        href={mailToSupport(reference ? `Payment ${reference}` : 'My payment under review')}
        className={buttonClass('ink', 'large', 'mt-6')}
      >
        Contact support
      </a>
    </Card>
  );
}

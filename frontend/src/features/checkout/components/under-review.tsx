import { supportMailto } from '../../../lib/browser/external-links';
import { buttonClass } from '../../../ui/buttons/button';
import { Card } from '../../../ui/layout/card';
import { FocusedHeading } from '../../../ui/focus/focused-heading';

/** The payment arrived and staff are reviewing it. Nothing here leads to paying again. */
export function UnderReview({ message, reference }: { message: string; reference?: string }) {
  return (
    <Card role="alert">
      <FocusedHeading className="text-h3">We’re reviewing your payment</FocusedHeading>
      <p className="mt-3 wrap-anywhere">{message}</p>
      {reference ? (
        <>
          <p className="mt-4 text-small font-semibold">Payment reference</p>
          <p className="code mt-1.5 bg-well px-4 py-3 break-all">{reference}</p>
        </>
      ) : null}
      <a
        href={supportMailto(reference ? `Payment ${reference}` : 'My payment under review')}
        className={buttonClass('ink', 'large', 'mt-6')}
      >
        Contact support
      </a>
    </Card>
  );
}

import { lazy, Suspense, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BillingDetails } from '@subscription-site/shared/contracts';
import { countryName } from '@subscription-site/shared/countries';
import { loadChunk } from '../../../../lib/hydration/load-chunk';
import { Button } from '../../../../ui/buttons/button';
import { LoadError } from '../../../../ui/feedback/load-error';
import { Loading } from '../../../../ui/feedback/loading';
import { Skeleton } from '../../../../ui/feedback/skeleton';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { restoreFocus } from '../../../../ui/focus/restore-focus';
import { TitledSection } from '../../../../ui/layout/titled-section';
import { billingDetailsQuery } from '../../api/documents-api';
import { useReloadBilling } from '../../api/queries';

const Form = lazy(async () => ({
  default: (await loadChunk(() => import('./billing-details-form'))).BillingDetailsForm,
}));

/** Name, address and VAT ID for invoices. The form is loaded when it is first opened. */
export function BillingDetailsSection() {
  const { isPending, isLoadingError, data, error, refetch } = useQuery(billingDetailsQuery);
  const reload = useReloadBilling();
  const [editing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const close = () => {
    setEditing(false);
    restoreFocus(heading.current);
  };
  const saved = async () => {
    toastSuccess({ title: 'Billing details saved', description: 'New invoices will show them.' });
    await reload();
    close();
  };

  return (
    <TitledSection
      title="Billing details"
      lead="Your name, address, and VAT ID, as they appear on your invoices."
      headingRef={heading}
    >
      {isPending ? <DetailsSkeleton /> : null}
      {isLoadingError ? (
        <LoadError
          title="Your billing details couldn’t be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data && editing ? (
        <Suspense fallback={<Loading label="Loading the form..." className="min-h-40" />}>
          <Form details={data} onSaved={saved} onCancel={close} />
        </Suspense>
      ) : null}
      {data && !editing ? <DetailsSummary details={data} onEdit={() => setEditing(true)} /> : null}
    </TitledSection>
  );
}

function DetailsSummary({ details, onEdit }: { details: BillingDetails; onEdit: () => void }) {
  const { name, company, address, taxId, invoiceEmail } = details;
  if (!address) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>Add your company, address, and VAT ID if you need them on your invoices.</p>
        <Button variant="outline" onClick={onEdit}>
          Add billing details
        </Button>
      </div>
    );
  }
  const place = [address.postalCode, address.city, address.state].filter(Boolean).join(' ');
  const lines = [company, name, address.line1, address.line2, place, countryName(address.country)];
  return (
    <div className="grid justify-items-start gap-4">
      <address className="not-italic">
        {lines.filter(Boolean).map((line, index) => (
          <span key={index} className={index === 0 ? 'block font-semibold' : 'block'}>
            {line}
          </span>
        ))}
      </address>
      {taxId || invoiceEmail ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
          {taxId ? (
            <>
              <dt className="text-ink-soft">VAT or tax ID</dt>
              <dd>{taxId}</dd>
            </>
          ) : null}
          {invoiceEmail ? (
            <>
              <dt className="text-ink-soft">Receipts copied to</dt>
              <dd>{invoiceEmail}</dd>
            </>
          ) : null}
        </dl>
      ) : null}
      <Button variant="outline" onClick={onEdit}>
        Edit<span className="sr-only"> billing details</span>
      </Button>
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <output className="grid gap-2.5">
      <span className="sr-only">Loading your billing details...</span>
      <Skeleton className="w-2/5" />
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/4" />
    </output>
  );
}

import type { StaffPayment } from '@subscription-site/shared/contracts';
import { disputeLabel } from '../../../content/support-labels';
import { invoiceCents, invoiceStatus } from '../../../lib/invoice-status';
import { Button } from '../../../ui/buttons/button';
import { Amount } from '../../../ui/data-display/amount';
import { Badge } from '../../../ui/data-display/badge';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { downloadDocument } from '../api/support-api';
import { DownloadButton } from '../components/download-button';
import { RecordList, RecordRow } from '../components/record-list';
import { isRefundable, type RefundablePayment } from './refundable';

interface Props {
  payments: readonly StaffPayment[];
  /** Undefined if this person may not refund. */
  onRefund: ((payment: RefundablePayment) => void) | undefined;
}

/** Newest first. */
export function CustomerPayments({ payments, onRefund }: Props) {
  return (
    <RecordList label="Payments">
      {payments.map((payment) => (
        <RecordRow
          key={payment.invoiceId}
          title={<Amount cents={invoiceCents(payment)} currency={payment.currency} />}
          subtitle={
            <>
              <Timestamp at={payment.issuedAt} />
              {payment.number ? <p className="text-fine">Invoice {payment.number}</p> : null}
            </>
          }
          details={<PaymentStatus payment={payment} />}
          facts={<PaymentDocuments payment={payment} />}
          action={
            onRefund && isRefundable(payment) ? (
              <Button size="small" variant="outline" onClick={() => onRefund(payment)}>
                Refund
                <span className="sr-only"> payment of invoice {payment.number ?? payment.invoiceId}</span>
              </Button>
            ) : null
          }
        />
      ))}
    </RecordList>
  );
}

function PaymentStatus({ payment }: { payment: StaffPayment }) {
  const { refundedCents, creditNotes, disputeStatus, currency } = payment;
  const { label, tone } = invoiceStatus(payment);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {refundedCents > 0 ? (
        <p>
          <Amount cents={refundedCents} currency={currency} /> refunded
        </p>
      ) : null}
      {creditNotes.map(({ id, number, amountCents }) => (
        <p key={id} className="text-fine text-ink-soft">
          Credit note {number}
          {amountCents === refundedCents ? null : (
            <>
              , <Amount cents={amountCents} currency={currency} />
            </>
          )}
        </p>
      ))}
      {disputeStatus ? (
        <p className="text-fine text-ink-soft">Dispute: {disputeLabel(disputeStatus)}</p>
      ) : null}
    </>
  );
}

function PaymentDocuments({ payment }: { payment: StaffPayment }) {
  const { invoiceId, number, paymentId, status, amountPaidCents } = payment;
  return (
    <>
      {number ? (
        <div className="mb-1.5 flex flex-wrap gap-2">
          <DownloadButton
            label="Invoice"
            of={`${number} as PDF`}
            download={() => downloadDocument(invoiceId, 'pdf')}
          />
          {status === 'paid' && amountPaidCents > 0 ? (
            <DownloadButton
              label="Receipt"
              of={`for invoice ${number} as PDF`}
              download={() => downloadDocument(invoiceId, 'receipt')}
            />
          ) : null}
        </div>
      ) : null}
      <p className="code">{invoiceId}</p>
      {paymentId ? <p className="code">{paymentId}</p> : null}
    </>
  );
}

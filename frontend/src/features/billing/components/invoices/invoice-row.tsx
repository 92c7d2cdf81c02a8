import type { InvoiceItem } from '@subscription-site/shared/contracts';
import { Button } from '../../../../ui/buttons/button';
import { Amount } from '../../../../ui/data-display/amount';
import { Badge } from '../../../../ui/data-display/badge';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { invoiceStatus } from '../../../../lib/invoice-status';
import { UnconfirmedText } from '../unconfirmed-change';
import { InvoiceAmount } from './invoice-amount';

export type InvoiceAction = 'pay' | 'pdf' | 'receipt' | 'correct';

interface InvoiceRowProps {
  invoice: InvoiceItem;
  /** It shows outdated billing details. */
  correctable: boolean;
  busy: InvoiceAction | undefined;
  onAction: (action: InvoiceAction) => void;
}

export function InvoiceRow({ invoice, correctable, busy, onAction }: InvoiceRowProps) {
  const { number, status, issuedAt, periodStart, periodEnd, amountPaidCents, payable, planChange } = invoice;
  const { label, tone } = invoiceStatus(invoice);
  const action = (name: InvoiceAction, text: string, of: string, busyLabel: string) => (
    <Button
      size="small"
      variant={name === 'pay' ? 'ink' : 'outline'}
      busyLabel={busy === name && busyLabel}
      onClick={() => onAction(name)}
    >
      {text}
      <span className="sr-only"> {of}</span>
    </Button>
  );
  return (
    <tr>
      <td>
        <span className="block font-semibold">
          <ShortDate at={issuedAt} />
        </span>
        <span className="block text-fine text-ink-soft">
          {number ? `Invoice ${number}` : 'No number yet'}
          {periodStart && periodEnd ? (
            <span className="max-sm:hidden">
              {', for '}
              <ShortDate at={periodStart} /> – <ShortDate at={periodEnd} />
            </span>
          ) : null}
        </span>
        {planChange ? (
          <span className="block text-fine text-ink-soft">
            <UnconfirmedText change={planChange} />
          </span>
        ) : null}
        {invoice.disputeStatus === 'lost' ? (
          <span className="block text-fine text-ink-soft">Your bank reversed this payment.</span>
        ) : null}
        {invoice.creditNotes.map((note) => (
          <span key={note.id} className="block text-fine text-ink-soft">
            Credit note {note.number}, <Amount cents={note.amountCents} currency={invoice.currency} />
          </span>
        ))}
      </td>
      <td>
        <span className="figure font-semibold">
          <InvoiceAmount invoice={invoice} />
        </span>
        {status === 'void' ? <span className="block text-fine text-ink-soft">Not charged</span> : null}
      </td>
      <td>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-2">
          <span className="min-w-28 grow">
            <Badge tone={tone}>{label}</Badge>
          </span>
          {payable ? action('pay', 'Pay', `invoice ${number}`, 'One moment...') : null}
          {number ? action('pdf', 'Invoice', `${number} as PDF`, 'Downloading...') : null}
          {status === 'paid' && amountPaidCents > 0
            ? action('receipt', 'Receipt', `for invoice ${number} as PDF`, 'Downloading...')
            : null}
          {correctable ? action('correct', 'Correct invoice', `${number}`, 'Correcting...') : null}
        </span>
      </td>
    </tr>
  );
}

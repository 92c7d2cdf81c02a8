import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import type { StaffCustomer } from '@subscription-site/shared/contracts';
import { formatAmount } from '@subscription-site/shared/amounts';
import { CATALOG, RETENTION_DAYS } from '@subscription-site/shared/plans';
import { isApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Amount } from '../../../ui/data-display/amount';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastError, toastSuccess } from '../../../ui/feedback/toast';
import { Field } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { RadioList } from '../../../ui/forms/radio-list';
import { refundPayment } from '../api/support-api';
import { ReasonField } from '../components/reason-field';
import { hasDecimalComma, parseCents, refundableCents, type RefundablePayment } from './refundable';

const CHOICES = [
  { value: 'keep', label: 'Keep plan' },
  { value: 'end', label: 'End plan' },
] as const;

interface Props {
  customer: StaffCustomer;
  payment: RefundablePayment;
  onClose: () => void;
  /** Called after each attempt. */
  onSettled: () => void;
}

/**
 * Refunds a payment in full or in part, with a reason for the audit log. Staff choose whether to keep or end the plan, without a
 * default: a plan that is kept is charged again at renewal, and ending it can't be undone.
 */
export function RefundDialog({ customer, payment, onClose, onSettled }: Props) {
  const { currency, amountPaidCents, refundedCents, issuedAt } = payment;
  const queryClient = useQueryClient();
  const refundable = refundableCents(payment);
  const [amount, setAmount] = useState((refundable / 100).toFixed(2));
  const [choice, setChoice] = useState<'keep' | 'end' | undefined>();
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ amount?: string; plan?: string; reason?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  const key = useRef('');
  const amountCents = parseCents(amount);
  const isValid = amountCents !== undefined && amountCents > 0 && amountCents <= refundable;
  const format = (cents: number) => formatAmount(cents, currency);
  const amountError = () =>
    hasDecimalComma(amount)
      ? `Use a decimal point instead of a comma, for example ${(refundable / 100).toFixed(2)}.`
      : `Enter an amount from ${format(1)} to ${format(refundable)}.`;
  const ends = choice === 'end';
  const subscription = customer.subscriptions.find(
    ({ providerSubscriptionId: id, endedAt }) => id === payment.providerSubscriptionId && !endedAt,
  );

  const { mutate, error, isPending } = useMutation({
    mutationFn: (cents: number) => {
      key.current ||= crypto.randomUUID();
      const request = { amountCents: cents, endSubscription: ends, reason: reason.trim() };
      return refundPayment(payment.paymentId, request, key.current);
    },
    onSuccess: ({ status }, cents) => {
      const done = `${format(cents)} is on its way to the customer.${ends ? ' The plan has ended.' : ''}`;
      if (status === 'succeeded') toastSuccess({ title: 'Payment refunded', description: done });
      else if (status === 'failed')
        toastError({
          title: 'Couldn’t refund payment',
          description:
            'The payment provider didn’t accept the refund. The reason is listed under Payment reviews.',
        });
      else
        toastSuccess({
          title: 'Refund requested',
          description: 'It’s still being processed and will appear here once it’s done.',
        });
      onClose();
    },
    onError: (failure) => {
      // Without a response, the refund may have been made: the same key prevents a second one.
      if (isApiError(failure, 'not_refundable') || isApiError(failure, 'validation_failed')) key.current = '';
      if (!isApiError(failure, 'not_refundable')) return;
      setErrors({ amount: errorMessage(failure) });
      focusFirstError(form.current);
    },
    onSettled,
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // `isPending` is updated too late for a double click.
    if (queryClient.isMutating() > 0) return;
    const found = {
      amount: isValid ? undefined : amountError(),
      plan: subscription && !choice ? 'Choose whether to keep or end the plan.' : undefined,
      reason: reason.trim() ? undefined : 'Enter a reason for the audit log.',
    };
    setErrors(found);
    if (!isValid || found.plan || found.reason) focusFirstError(event.currentTarget);
    else mutate(amountCents);
  };

  return (
    <Dialog open onClose={onClose} title="Refund this payment?">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-small">
          {customer.email ? <bdi className="font-semibold break-all">{customer.email}</bdi> : 'The customer'}{' '}
          paid <Amount cents={amountPaidCents} currency={currency} /> for the invoice dated{' '}
          <ShortDate at={issuedAt} />.
          {refundedCents > 0 ? (
            <>
              {' '}
              <Amount cents={refundedCents} currency={currency} /> has been refunded.
            </>
          ) : null}
        </p>
        <Field
          label={`Amount in ${currency.toUpperCase()}`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={errors.amount}
          hint={`Up to ${format(refundable)}.`}
          onChange={(event) => setAmount(event.target.value)}
        />
        {subscription ? (
          <RadioList
            legend="What happens to the plan?"
            choices={CHOICES}
            error={errors.plan}
            input={{
              name: 'plan',
              onChange: ({ target }) => setChoice(target.value === 'end' ? 'end' : 'keep'),
            }}
          />
        ) : null}
        <ul className="grid list-disc gap-1 pl-5 text-small">
          <li>The refund goes to the original payment method, usually within 5 to 10 business days.</li>
          {subscription && choice ? (
            <PlanConsequence subscription={subscription} ends={ends} keepsData={!customer.deletionAt} />
          ) : null}
          {subscription ? null : <li>The plan has already ended.</li>}
          {customer.deleted ? null : <li>We’ll email the customer.</li>}
        </ul>
        <ReasonField
          value={reason}
          error={errors.reason}
          rows={2}
          hiddenFrom="customer"
          onChange={setReason}
        />
        {error && !isApiError(error, 'not_refundable') ? (
          <Callout tone="danger" title="Couldn’t refund payment">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busyLabel={isPending && 'Refunding...'}>
            <span>
              Refund {isValid ? <Amount cents={amountCents} currency={currency} /> : null}
              {ends ? ' and end plan' : null}
            </span>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function PlanConsequence(props: {
  subscription: StaffCustomer['subscriptions'][number];
  ends: boolean;
  keepsData: boolean;
}) {
  const { subscription, ends, keepsData } = props;
  const { plan, status, cancelAt, currentPeriodEnd } = subscription;
  const { name } = CATALOG[plan];
  if (!ends)
    return (
      <li>
        The {name} plan doesn’t change.
        {cancelAt ? (
          <>
            {' '}
            It ends on <ShortDate at={cancelAt} />.
          </>
        ) : status === 'active' ? (
          <>
            {' '}
            It renews on <ShortDate at={currentPeriodEnd} />.
          </>
        ) : null}
      </li>
    );
  return (
    <>
      <li>The {name} plan ends right away, and open invoices are canceled. This can’t be undone.</li>
      {keepsData ? <li>We’ll keep the customer’s data for {RETENTION_DAYS} days, then delete it.</li> : null}
    </>
  );
}

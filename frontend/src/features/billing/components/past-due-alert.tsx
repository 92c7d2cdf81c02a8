import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getPaymentFailure } from '@subscription-site/shared/payment-failures';
import type { BillingAction } from '../../../lib/billing-paths';
import type { User } from '../../../lib/session/auth-client';
import { Button } from '../../../ui/buttons/button';
import { Amount } from '../../../ui/data-display/amount';
import { ItemList, ItemName, ItemRow } from '../../../ui/data-display/item-list';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { toastSuccess } from '../../../ui/feedback/toast';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { catchFormError } from '../../../ui/forms/catch-form-error';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit, type FormError } from '../../../ui/forms/use-submit';
import { makeCardDefault } from '../api/billing-api';
import { cardsQuery, useReloadBilling, waitForSubscription } from '../api/queries';
import { expiryText, isExpired } from '../card-expiry';
import { cardName } from '../../../lib/card-name';
import { planName, type Subscription } from '../subscription';
import { usePayInvoice } from '../use-pay-invoice';
import { LazyCardForm } from './cards/lazy-card-form';

/** The server pays the open invoice with a new card in the background. After this time, the page asks for the payment itself. */
const CARD_PAYS_WITHIN_MS = 5_000;

/** The payment provider reports the plan as active a moment after the payment. */
const ACTIVE_WITHIN_MS = 5_000;

export type PastDue = NonNullable<Subscription['pastDue']>;

/** An overdue payment: why it failed, what happens next, and one button that fixes it. */
export function PastDueAlert(props: {
  subscription: Subscription;
  pastDue: PastDue;
  user: User;
  /** The action in the link that opened the page. */
  action: BillingAction | undefined;
  isAskingForCard: boolean;
  askForCard: () => void;
  onPaid: () => void;
}) {
  const { subscription, pastDue, user, action, isAskingForCard, askForCard } = props;
  const { reason, final, confirm } = getPaymentFailure(pastDue.reason);
  const [initiallyAskingForCard] = useState(isAskingForCard);
  /** The saved card that is being charged; the default card if undefined. */
  const [chosen, setChosen] = useState<string>();
  const { data: cards = [] } = useQuery(cardsQuery);
  const otherCards = cards.filter((card) => !card.isDefault && !isExpired(card));
  const { busy, formError, run } = useSubmit();
  const queryClient = useQueryClient();
  const reload = useReloadBilling();
  const payInvoice = usePayInvoice();
  const id = useId();
  const amount = <Amount cents={pastDue.amountDueCents} currency={subscription.currency} />;
  const payLabel = <span>Pay {amount}</span>;
  const title = confirm ? 'Your bank needs you to confirm a payment' : 'Your payment didn’t go through';

  const finish = async () => {
    props.onPaid();
    const isActive = await waitForSubscription(
      queryClient,
      ({ status }) => status === 'active',
      ACTIVE_WITHIN_MS,
    );
    toastSuccess({
      title: 'Payment received',
      description: isActive ? 'Thanks! Your plan is active.' : 'Thanks! We’re updating your plan.',
    });
  };
  const pay = async () => {
    if (final) return askForCard();
    setChosen(undefined);
    const done = await run(async () => {
      const error = await payInvoice(pastDue.invoiceId);
      if (error?.code === 'payment_declined') askForCard();
      return error;
    });
    return done ? finish() : undefined;
  };
  /** Also makes the card the default. */
  const payWithCard = async (cardId: string): Promise<FormError | undefined> => {
    const failed = await catchFormError('Couldn’t use this card', () => makeCardDefault(cardId));
    if (failed) return failed;
    const isPaid = ({ pastDue: open }: Subscription) => open?.invoiceId !== pastDue.invoiceId;
    if (!(await waitForSubscription(queryClient, isPaid, CARD_PAYS_WITHIN_MS)))
      return payInvoice(pastDue.invoiceId);
    await reload();
    return undefined;
  };

  const payWithSavedCard = async (cardId: string) => {
    setChosen(cardId);
    return (await run(() => payWithCard(cardId))) ? finish() : undefined;
  };

  return (
    <section
      aria-labelledby={id}
      className="mb-10 grid gap-5 border border-danger bg-danger-wash p-5 sm:p-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-16"
    >
      <div>
        {action ? (
          <FocusedHeading id={id} className="text-h3">
            {title}
          </FocusedHeading>
        ) : (
          <h2 id={id} className="text-h3">
            {title}
          </h2>
        )}
        <p className="mt-2">
          We couldn’t collect {amount} to renew your {planName(subscription.plan)} plan. {reason}
        </p>
        <WhatHappensNext pastDue={pastDue} final={final} />
      </div>
      <div className="grid content-center gap-4">
        <FormErrorAlert error={formError} />
        {isAskingForCard ? (
          <div>
            {initiallyAskingForCard ? null : (
              <FocusedHeading level={3} className="mb-4 text-body font-semibold">
                Pay with a new card
              </FocusedHeading>
            )}
            <LazyCardForm
              user={user}
              submitLabel={payLabel}
              onConfirmed={payWithCard}
              onDone={() => void finish()}
            />
          </div>
        ) : (
          <div>
            <Button size="large" busyLabel={busy && !chosen && 'One moment...'} onClick={() => void pay()}>
              {confirm ? 'Confirm payment' : final ? 'Use a different card' : payLabel}
            </Button>
            {subscription.paymentMethod && !final ? (
              <p className="mt-2 text-fine text-ink-soft">
                We’ll charge your {cardName(subscription.paymentMethod)}.
              </p>
            ) : null}
          </div>
        )}
        {otherCards.length > 0 ? (
          <ItemList name="Other cards">
            {otherCards.map((card) => (
              <ItemRow key={card.id} name={<ItemName>{cardName(card)}</ItemName>} details={expiryText(card)}>
                <Button
                  variant="outline"
                  size="small"
                  busyLabel={busy && chosen === card.id && 'One moment...'}
                  onClick={() => void payWithSavedCard(card.id)}
                >
                  <span>
                    Pay {amount}
                    <span className="sr-only"> with {cardName(card)}</span>
                  </span>
                </Button>
              </ItemRow>
            ))}
          </ItemList>
        ) : null}
      </div>
    </section>
  );
}

function WhatHappensNext({ pastDue, final }: { pastDue: PastDue; final: boolean }) {
  const { nextAttemptAt, accessUntil } = pastDue;
  return (
    <ul className="mt-3 grid gap-1 text-small">
      {nextAttemptAt && !final ? (
        <li>
          We’ll try again on <ShortDate at={nextAttemptAt} />.
        </li>
      ) : null}
      {final ? <li>We can’t charge this card again.</li> : null}
      {accessUntil ? (
        <li>
          You’ll keep your access {nextAttemptAt && !final ? 'at least until' : 'until'}{' '}
          <strong>
            <ShortDate at={accessUntil} withTime />
          </strong>
          .
        </li>
      ) : (
        <li>Your access has ended. You’ll get it back as soon as you pay.</li>
      )}
    </ul>
  );
}

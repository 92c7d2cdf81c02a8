import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PaymentMethodItem } from '@subscription-site/shared/contracts';
import type { User } from '../../../../lib/session/auth-client';
import { Button } from '../../../../ui/buttons/button';
import { Badge } from '../../../../ui/data-display/badge';
import { ItemList, ItemName, ItemRow } from '../../../../ui/data-display/item-list';
import { LazyConfirmDialog } from '../../../../ui/dialogs/lazy-confirm-dialog';
import { LoadError } from '../../../../ui/feedback/load-error';
import { Skeleton } from '../../../../ui/feedback/skeleton';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { FocusedHeading } from '../../../../ui/focus/focused-heading';
import { restoreFocus } from '../../../../ui/focus/restore-focus';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../../ui/forms/use-submit';
import { TitledSection } from '../../../../ui/layout/titled-section';
import { makeCardDefault, removeCard } from '../../api/billing-api';
import { cardsQuery, useReloadBilling } from '../../api/queries';
import { expiryText, isExpired } from '../../card-expiry';
import { cardName } from '../../../../lib/card-name';
import { LazyCardForm } from './lazy-card-form';

/** The customer's cards. `running`: the plan needs one of them. `ending`: it won't renew. */
export function CardsSection(props: {
  user: User;
  running: boolean;
  ending: boolean;
  /** Set if the page was opened from a link to add a card. */
  initiallyAdding: boolean;
  /** The card is for a plan change, which continues after `onAddingDone`. */
  isForChange: boolean;
  onAddingDone: () => void;
  /** While a payment is overdue, its alert asks for a new card and offers to pay with the others, which also makes them the default. */
  overdue: { isAskingForCard: boolean; askForCard: () => void } | undefined;
}) {
  const { user, running, ending, isForChange, overdue } = props;
  const { isPending, isLoadingError, data, error, refetch } = useQuery(cardsQuery);
  const { busy, formError, run } = useSubmit();
  const reload = useReloadBilling();
  const [adding, setAdding] = useState(props.initiallyAdding);
  const [choosing, setChoosing] = useState<string>();
  const [removing, setRemoving] = useState<PaymentMethodItem>();
  const heading = useRef<HTMLHeadingElement>(null);

  const closeCardForm = () => {
    setAdding(false);
    props.onAddingDone();
    restoreFocus(heading.current);
  };
  const chooseDefault = (card: Pick<PaymentMethodItem, 'id'>) =>
    catchFormError('Couldn’t change your default card', () => makeCardDefault(card.id));
  const added = async () => {
    toastSuccess({ title: 'Card added', description: 'We’ll use it for future payments.' });
    await reload();
    closeCardForm();
  };
  const makeDefault = async (card: PaymentMethodItem) => {
    setChoosing(card.id);
    const done = await run(() => chooseDefault(card));
    if (done)
      toastSuccess({ title: 'Default card changed', description: `We’ll charge your ${cardName(card)}.` });
    await reload();
    if (done && isForChange) return closeCardForm();
    setChoosing(undefined);
    restoreFocus(heading.current);
  };
  const removed = async (card: PaymentMethodItem) => {
    setRemoving(undefined);
    toastSuccess({ title: 'Card removed', description: `We won’t charge your ${cardName(card)} again.` });
    await reload();
    restoreFocus(heading.current);
  };

  const isLast = running && data?.length === 1;
  return (
    <TitledSection
      headingRef={heading}
      title="Payment method"
      lead={leadText({ running, ending, isLast, isOverdue: Boolean(overdue) })}
    >
      <div className="grid max-w-[36rem] gap-6">
        {isPending ? <CardsSkeleton /> : null}
        {isLoadingError ? (
          <LoadError title="Your cards couldn’t be loaded" error={error} onRetry={() => void refetch()} />
        ) : null}
        {data && data.length > 0 ? (
          <ItemList name="Cards">
            {data.map((card) => (
              <CardRow
                key={card.id}
                card={card}
                busy={busy && choosing === card.id}
                onMakeDefault={overdue ? undefined : () => void makeDefault(card)}
                onRemove={isLast ? undefined : () => setRemoving(card)}
              />
            ))}
          </ItemList>
        ) : null}
        {data?.length === 0 && !adding ? <p className="text-ink-soft">You have no saved cards.</p> : null}
        <FormErrorAlert error={formError} />
        {overdue?.isAskingForCard ? null : adding ? (
          <div className="max-w-form border-t border-rule pt-5">
            <FocusedHeading level={3} className="mb-1 text-body font-semibold">
              Add a card
            </FocusedHeading>
            <p className="mb-5 text-small text-ink-soft">
              It will become your default card.
              {isForChange ? ' You’ll then return to your plan change.' : ''}
            </p>
            <LazyCardForm
              user={user}
              submitLabel="Save card"
              onConfirmed={(id) => chooseDefault({ id })}
              onDone={() => void added()}
              onCancel={closeCardForm}
            />
          </div>
        ) : running ? (
          <div>
            <Button variant="outline" onClick={overdue?.askForCard ?? (() => setAdding(true))}>
              Add a card
            </Button>
          </div>
        ) : null}
      </div>
      {removing ? (
        <LazyConfirmDialog
          title={`Remove your ${cardName(removing)}?`}
          confirmLabel="Remove card"
          cancelLabel="Keep card"
          action={() => catchFormError('Couldn’t remove the card', () => removeCard(removing.id))}
          onDone={() => void removed(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {removing.isDefault && running
              ? 'We’ll charge one of your other cards instead.'
              : 'We won’t charge it again.'}
          </p>
        </LazyConfirmDialog>
      ) : null}
    </TitledSection>
  );
}

function leadText(plan: { running: boolean; ending: boolean; isLast: boolean; isOverdue: boolean }): string {
  if (!plan.running) return 'We won’t charge your cards while you don’t have a plan.';
  const lead = plan.isOverdue
    ? 'The card you use to pay the overdue amount becomes your default card.'
    : plan.ending
      ? 'Your plan won’t renew, so we won’t charge your cards.'
      : 'We charge your default card when your plan renews.';
  return plan.isLast ? `${lead} To replace your card, add another one first.` : lead;
}

function CardRow(props: {
  card: PaymentMethodItem;
  busy: boolean;
  onMakeDefault: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}) {
  const { card, busy, onMakeDefault, onRemove } = props;
  const name = cardName(card);
  return (
    <ItemRow
      name={
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ItemName>{name}</ItemName>
          {card.isDefault ? <Badge tone="success">Default</Badge> : null}
          {isExpired(card) ? <Badge tone="danger">Expired</Badge> : null}
        </p>
      }
      details={expiryText(card)}
    >
      {card.isDefault || !onMakeDefault ? null : (
        <Button variant="outline" size="small" busyLabel={busy && 'One moment...'} onClick={onMakeDefault}>
          Make default<span className="sr-only"> {name}</span>
        </Button>
      )}
      {onRemove ? (
        <Button variant="outline" size="small" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      ) : null}
    </ItemRow>
  );
}

function CardsSkeleton() {
  return (
    <output className="block border border-rule bg-card p-5">
      <span className="sr-only">Loading your cards...</span>
      <Skeleton className="w-2/5" />
      <Skeleton className="mt-2.5 h-3 w-1/4" />
    </output>
  );
}

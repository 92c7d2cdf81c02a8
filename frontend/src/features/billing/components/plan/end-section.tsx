import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RefundResult } from '@subscription-site/shared/contracts';
import { MONEY_BACK_DAYS, RETENTION_DAYS } from '@subscription-site/shared/plans';
import { Amount } from '../../../../ui/data-display/amount';
import { cardName } from '../../../../lib/card-name';
import { Button } from '../../../../ui/buttons/button';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { LazyConfirmDialog } from '../../../../ui/dialogs/lazy-confirm-dialog';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { catchUncertain } from '../../../../ui/forms/catch-form-error';
import { TitledSection } from '../../../../ui/layout/titled-section';
import { cancelPlan, requestRefund } from '../../api/billing-api';
import { refundPreviewQuery, useReloadBilling } from '../../api/queries';
import { dataKeptUntil, endsAtOnce, hasEnded, planName, type Subscription } from '../../subscription';

const REFUND_FAILED = 'Couldn’t refund your payment';
const LIST = 'grid list-disc gap-2 pl-5';

/** Canceling the plan, and the money-back guarantee while it applies, which may be after the plan has ended. */
export function EndSection({
  subscription,
  deletionAt,
  onCanceled,
}: {
  subscription: Subscription;
  deletionAt: string | null;
  onCanceled: () => void;
}) {
  const { refundableUntil } = subscription;
  const ended = hasEnded(subscription);
  const isCanceled = ended || subscription.cancelAt !== null;
  const [asking, setAsking] = useState<'cancel' | 'refund'>();
  const reload = useReloadBilling();
  /** What the dialog showed may have changed meanwhile, for example in another tab. */
  const close = () => {
    setAsking(undefined);
    return reload();
  };
  if (isCanceled && !refundableUntil) return null;

  const canceled = async () => {
    await close();
    onCanceled();
  };
  const refunded = async (status: RefundResult['status']) => {
    const reloaded = close();
    toastSuccess({
      title: 'Refund requested',
      description: requestedText(status === 'succeeded', ended),
    });
    await reloaded;
  };

  return (
    <TitledSection
      title={
        isCanceled ? 'Money-back guarantee' : refundableUntil ? 'Cancel or get a refund' : 'Cancel your plan'
      }
      lead={
        isCanceled
          ? `Applies for ${MONEY_BACK_DAYS} days after your first payment.`
          : 'You can buy a plan again at any time.'
      }
    >
      <div className="grid max-w-[36rem] gap-6">
        {refundableUntil ? (
          <div>
            <p>
              {ended
                ? 'Your plan has ended. You can still get your money back until'
                : 'Not the right fit? You can end your plan and get your money back until'}{' '}
              <ShortDate at={refundableUntil} withTime />.
            </p>
            <Button variant="outline" className="mt-4" onClick={() => setAsking('refund')}>
              Get a refund
            </Button>
          </div>
        ) : null}
        {isCanceled ? null : (
          <div>
            <p>
              {endsAtOnce(subscription)
                ? 'If you cancel, your plan ends right away and you won’t have to pay the open invoice.'
                : 'If you cancel, your plan won’t renew. You can use it until the end of the period you’ve paid for.'}
            </p>
            <Button variant="danger" className="mt-4" onClick={() => setAsking('cancel')}>
              Cancel plan
            </Button>
          </div>
        )}
      </div>
      {asking === 'cancel' ? (
        <CancelDialog
          subscription={subscription}
          onRefund={() => setAsking('refund')}
          onCanceled={() => void canceled()}
          onClose={() => void close()}
        />
      ) : null}
      {asking === 'refund' ? (
        <RefundDialog
          ended={ended}
          keepsData={!deletionAt}
          onRefunded={(status) => void refunded(status)}
          onClose={() => void close()}
        />
      ) : null}
    </TitledSection>
  );
}

function requestedText(isSent: boolean, ended: boolean): string {
  if (isSent)
    return ended ? 'Your money is on its way.' : 'Your money is on its way, and your plan has ended.';
  return ended
    ? 'We’re processing your refund, and we’ll email you once it’s done.'
    : 'We’re processing your refund. Your plan ends once it’s done, and we’ll email you then.';
}

function CancelDialog(props: {
  subscription: Subscription;
  onRefund: () => void;
  onCanceled: () => void;
  onClose: () => void;
}) {
  const { plan, currency, currentPeriodEnd, pastDue, pendingChange, refundableUntil } = props.subscription;
  const name = planName(plan);
  return (
    <LazyConfirmDialog
      title={`Cancel your ${name} plan?`}
      confirmLabel="Cancel plan"
      cancelLabel="Keep plan"
      action={() => catchUncertain('Couldn’t cancel your plan', cancelPlan)}
      onDone={props.onCanceled}
      onClose={props.onClose}
    >
      {endsAtOnce(props.subscription) ? (
        <ul className={LIST}>
          <li>
            Your plan ends right away. You won’t have to pay the open invoice
            {pastDue ? (
              <>
                {' '}
                of <Amount cents={pastDue.amountDueCents} currency={currency} />
              </>
            ) : null}
            .
          </li>
          <li>We’ll keep your data for {RETENTION_DAYS} days, then delete it.</li>
        </ul>
      ) : (
        <ul className={LIST}>
          <li>
            You’ll keep {name} until <ShortDate at={currentPeriodEnd} withTime />. It won’t renew, but you can
            resume it before then.
          </li>
          <li>
            We’ll keep your data until <ShortDate at={dataKeptUntil(currentPeriodEnd)} />, then delete it.
          </li>
          {pendingChange ? (
            <li>
              Your scheduled change to {planName(pendingChange.plan)} won’t happen unless you resume your
              plan.
            </li>
          ) : null}
          {refundableUntil ? (
            <li>
              Unused time isn’t refunded. Your {MONEY_BACK_DAYS}-day money-back guarantee still applies:{' '}
              <button type="button" className="text-link font-semibold" onClick={props.onRefund}>
                get your money back instead
              </button>
              .
            </li>
          ) : (
            <li>
              Unused time isn’t refunded. Our money-back guarantee covers the first {MONEY_BACK_DAYS} days and
              can be used once per account, email address, and card.
            </li>
          )}
        </ul>
      )}
    </LazyConfirmDialog>
  );
}

function RefundDialog(props: {
  ended: boolean;
  keepsData: boolean;
  onRefunded: (status: RefundResult['status']) => void;
  onClose: () => void;
}) {
  const { data: refund } = useQuery(refundPreviewQuery);
  const status = useRef<RefundResult['status']>('pending');
  const request = async () => {
    const error = await catchUncertain(REFUND_FAILED, async () => {
      ({ status: status.current } = await requestRefund());
    });
    if (error || status.current !== 'failed') return error;
    return {
      title: REFUND_FAILED,
      description: `The refund wasn’t accepted${props.ended ? '' : ', so your plan continues'}. Our team has been notified. You can try again, or contact us and we’ll take care of it.`,
    };
  };
  return (
    <LazyConfirmDialog
      title="Get your money back?"
      confirmLabel={props.ended ? 'Get a refund' : 'Refund and end plan'}
      cancelLabel={props.ended ? 'Not now' : 'Keep plan'}
      action={request}
      onDone={() => props.onRefunded(status.current)}
      onClose={props.onClose}
    >
      <ul className={LIST}>
        <li>
          We’ll refund{' '}
          {refund ? (
            <b>
              <Amount cents={refund.amountCents} currency={refund.currency} />
            </b>
          ) : (
            'everything you paid for this plan'
          )}{' '}
          to {refund?.card ? `your ${cardName(refund.card)}` : 'the payment methods you used'}. It usually
          arrives within 5 to 10 business days.
        </li>
        {props.ended ? null : <li>Your plan ends right away.</li>}
        {props.keepsData && !props.ended ? (
          <li>We’ll keep your data for {RETENTION_DAYS} days, then delete it.</li>
        ) : null}
        <li>You can use the guarantee only once.</li>
      </ul>
    </LazyConfirmDialog>
  );
}

import { useForm } from 'react-hook-form';
import {
  CANCELLATION_REASONS,
  type CancellationFeedback,
  type CancellationReason,
} from '@subscription-site/shared/contracts';
import { Button } from '../../../../ui/buttons/button';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { TextAreaField } from '../../../../ui/forms/text-area-field';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { RadioList } from '../../../../ui/forms/radio-list';
import { useSubmit } from '../../../../ui/forms/use-submit';
import { sendFeedback } from '../../api/billing-api';
import { planName, type Subscription } from '../../subscription';

const MAX_COMMENT_LENGTH = 2000;

const REASONS: Record<CancellationReason, string> = {
  too_expensive: 'It’s too expensive',
  missing_features: 'It’s missing features I need',
  switched_service: 'I switched to another service',
  unused: 'I don’t use it enough',
  customer_service: 'I wasn’t happy with customer support',
  low_quality: 'The quality wasn’t good enough',
  too_complex: 'It’s too hard to use',
  other: 'Something else',
};
const CHOICES = CANCELLATION_REASONS.map((value) => ({ value, label: REASONS[value] }));

/** Says until when the canceled plan can be used, and asks why it was canceled. */
export function SurveyDialog(props: { subscription: Subscription | null | undefined; onClose: () => void }) {
  const { subscription, onClose } = props;
  const { busy, formError, run } = useSubmit();
  const { register, handleSubmit, formState } = useForm<CancellationFeedback>();

  const send = async ({ reason, comment = '' }: CancellationFeedback) => {
    const text = comment.trim();
    const feedback = { reason, ...(text && { comment: text }) };
    if (!(await run(() => catchFormError('Couldn’t send your feedback', () => sendFeedback(feedback)))))
      return;
    toastSuccess({ title: 'Thanks for your feedback', description: 'It helps us improve.' });
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title="Your plan is canceled">
      {subscription?.cancelAt && !subscription.pastDue ? (
        <p className="mb-5">
          You can use {planName(subscription.plan)} until <ShortDate at={subscription.cancelAt} withTime />.
        </p>
      ) : null}
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(send)(event)}>
        <RadioList
          legend="Mind telling us why?"
          choices={CHOICES}
          error={formState.errors.reason?.message}
          input={register('reason', { required: 'Choose a reason.' })}
        />
        <TextAreaField
          label="Anything else? (optional)"
          rows={3}
          maxLength={MAX_COMMENT_LENGTH}
          {...register('comment')}
        />
        <FormErrorAlert error={formError} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Skip
          </Button>
          <Button type="submit" busyLabel={busy && 'Sending...'}>
            Send feedback
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

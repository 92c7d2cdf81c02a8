import { toastSuccess } from '../../ui/feedback/toast';
import { catchFormError } from '../../ui/forms/catch-form-error';
import { useSubmit } from '../../ui/forms/use-submit';
import { undoScheduledChange } from './api/billing-api';
import { useDiscardQuotes, useReloadBilling } from './api/queries';
import { planName, type Subscription } from './subscription';

/** Keeps the plan instead of changing it at the end of the period. */
export function useUndoChange({ plan }: Subscription) {
  const { busy, formError, run } = useSubmit();
  const reload = useReloadBilling();
  const discardQuotes = useDiscardQuotes();
  const undo = async (): Promise<void> => {
    if (await run(() => catchFormError('Couldn’t undo the change', undoScheduledChange)))
      toastSuccess({ title: 'Change undone', description: `You’ll stay on the ${planName(plan)} plan.` });
    // The confirmed quote of the change that was undone can't be confirmed again.
    await discardQuotes();
    await reload();
  };
  return { busy, formError, undo };
}

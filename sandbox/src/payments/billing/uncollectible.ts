import { unschedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { reactivateAfter } from './reactivation.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Invoice } from '../state/wire.ts';

/** Gives up collecting an open invoice. It can still be paid or voided. */
export function markUncollectible(sandbox: Sandbox, invoice: Invoice): Invoice {
  unschedule(sandbox, 'retry_invoice', invoice.id);
  const uncollectible = sandbox.store.put('invoice', {
    ...invoice,
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: sandbox.clock.now() },
  });
  emit(sandbox, 'invoice.marked_uncollectible', uncollectible);
  reactivateAfter(sandbox, uncollectible);
  return uncollectible;
}

/** Leaves a draft as it is until someone finalizes it. */
export function keepAsDraft(sandbox: Sandbox, draft: Invoice): void {
  const kept = sandbox.store.put('invoice', {
    ...draft,
    auto_advance: false,
    automatically_finalizes_at: null,
  });
  emit(sandbox, 'invoice.updated', kept, draft);
}

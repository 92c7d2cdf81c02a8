import { lookUpCard } from '../cards/card-on-file.ts';
import { schedule } from '../clock/tasks.ts';
import { createEarlyFraudWarning } from './disputes.ts';
import { attachToCustomer } from './payment-methods.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, PaymentIntent, PaymentMethod } from '../state/wire.ts';

/** Side effects of a successful payment: saves or consumes the card, and starts the follow-up of some test cards. */
export function afterSuccess(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  charge: Charge,
  authenticated: boolean,
): void {
  saveOrConsumeCard(sandbox, intent, method, authenticated);
  const { followUp } = lookUpCard(sandbox, method.id).card;
  if (followUp?.startsWith('dispute_')) schedule(sandbox, 'open_dispute', charge.id, sandbox.clock.now() + 1);
  if (followUp === 'early_fraud_warning') createEarlyFraudWarning(sandbox, charge);
}

/** A card can be reused only with `setup_future_usage` or a customer. */
function saveOrConsumeCard(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): void {
  const { file } = lookUpCard(sandbox, method.id);
  const saved = intent.setup_future_usage !== null;
  sandbox.store.put('card_on_file', {
    ...file,
    setUp: file.setUp || (authenticated && intent.setup_future_usage === 'off_session'),
    consumed: file.consumed || (!saved && method.customer === null),
  });
  if (saved && intent.customer !== null && method.customer === null)
    attachToCustomer(sandbox, method, intent.customer);
}

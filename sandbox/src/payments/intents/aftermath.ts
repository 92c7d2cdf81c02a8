import { cardBehind } from '../cards/card-on-file.ts';
import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { newId } from '../state/identifiers.ts';
import { attachToCustomer } from './payment-methods.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Charge, PaymentIntent, PaymentMethod } from '../state/wire.ts';

/** What a successful payment leaves behind: the card saved or used up, and the trouble some test cards bring. */
export function afterSuccess(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  charge: Charge,
  authenticated: boolean,
): void {
  keepOrConsumeCard(sandbox, intent, method, authenticated);
  const { aftermath } = cardBehind(sandbox, method.id).card;
  if (aftermath?.startsWith('dispute_'))
    schedule(sandbox, 'open_dispute', charge.id, sandbox.clock.now() + 1);
  if (aftermath === 'early_fraud_warning') {
    emit(sandbox, 'radar.early_fraud_warning.created', {
      id: newId('issfr'),
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge: charge.id,
      created: sandbox.clock.now(),
      fraud_type: 'misc',
      livemode: false,
      payment_intent: intent.id,
    } as { id: string; object: string });
  }
}

/** With `setup_future_usage` a card may be used again; without it and without a customer it never may. */
function keepOrConsumeCard(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): void {
  const { file } = cardBehind(sandbox, method.id);
  const saved = intent.setup_future_usage !== null;
  sandbox.store.put('card_on_file', {
    ...file,
    setUp: file.setUp || (authenticated && intent.setup_future_usage === 'off_session'),
    consumed: file.consumed || (!saved && method.customer === null),
  });
  if (saved && intent.customer !== null && method.customer === null)
    attachToCustomer(sandbox, method, intent.customer);
}

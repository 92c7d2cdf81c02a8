import type { Response, Router } from 'express';
import { testCardByNumber } from '../cards/test-cards.ts';
import { lookUpCard } from '../cards/card-on-file.ts';
import { failDelayedPayment } from '../checkout/session-end.ts';
import { changeBillingSettings } from '../billing/billing-settings.ts';
import { emit } from '../events/emit.ts';
import { closeDispute, disputeCharge, createEarlyFraudWarning } from '../intents/disputes.ts';
import { updateFromNetwork } from '../intents/payment-methods.ts';
import { failRefund, resolveRefund } from '../intents/refunds.ts';
import { ControlError, readBody, readChoice, readNumber } from './read-controls.ts';
import type { BillingSettings } from '../billing/billing-settings.ts';
import type { CardUpdate } from '../intents/payment-methods.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CollectionName, Collections } from '../state/collections.ts';
import type { Charge } from '../state/wire.ts';

const MAX_DAYS = 366;
const INVOICE_EVENTS = [
  'invoice.finalization_failed',
  'invoice.overdue',
  'invoice.payment_attempt_required',
  'invoice.upcoming',
  'invoice.will_be_due',
] as const;

/** A control: the path below `/controls`, and what it does. Runs in a transaction. */
type Control = (id: string, body: unknown) => object;

/** Controls for what banks, card networks and the provider's dashboard decide. */
function billingControls(sandbox: Sandbox): Record<string, Control> {
  const find = <Name extends CollectionName>(name: Name, id: string): Collections[Name] => {
    const found = sandbox.store.get(name, id);
    if (!found) throw new ControlError(`No such ${name}: '${id}'`);
    return found;
  };
  const findCharge = (id: string): Charge =>
    find('charge', id.startsWith('pi_') ? (find('payment_intent', id).latest_charge ?? '') : id);

  return {
    '/billing-settings': (_id, body) => changeBillingSettings(sandbox, readSettings(body)),
    '/charges/:id/dispute': (id, body) => {
      const { reason, inquiry, respondInDays } = readBody(body, ['reason', 'inquiry', 'respondInDays']);
      const charge = findCharge(id);
      if (charge.disputed) throw new ControlError(`${charge.id} is already disputed.`);
      return disputeCharge(sandbox, charge, {
        reason: typeof reason === 'string' ? reason : 'fraudulent',
        inquiry: inquiry === true,
        ...(respondInDays === undefined
          ? {}
          : { respondInDays: readNumber(respondInDays, 'respondInDays', 1, MAX_DAYS) }),
      });
    },
    '/charges/:id/fraud-warning': (id) => createEarlyFraudWarning(sandbox, findCharge(id)),
    '/disputes/:id/close': (id, body) => {
      const { outcome } = readBody(body, ['outcome']);
      const dispute = find('dispute', id);
      return closeDispute(
        sandbox,
        dispute,
        readChoice(outcome, 'outcome', ['won', 'lost', 'warning_closed']),
      );
    },
    '/checkout-sessions/:id/fail-payment': (id) => {
      const session = find('checkout_session', id);
      if (session.status !== 'open') throw new ControlError(`${id} is ${session.status}, not open.`);
      return failDelayedPayment(sandbox, session);
    },
    '/refunds/:id/resolve': (id, body) => {
      const { outcome } = readBody(body, ['outcome']);
      const refund = find('refund', id);
      if (readChoice(outcome, 'outcome', ['succeeded', 'failed']) === 'failed')
        return failRefund(sandbox, refund);
      if (refund.status === 'pending') resolveRefund(sandbox, id);
      return find('refund', id);
    },
    '/payment-methods/:id/update': (id, body) =>
      updateFromNetwork(sandbox, find('payment_method', id), readCardUpdate(body)),
    '/payment-methods/:id/decline': (id, body) => {
      const { code } = readBody(body, ['code']);
      const { file } = lookUpCard(sandbox, find('payment_method', id).id);
      const { declineCode: _previous, ...accepted } = file;
      if (code !== null && typeof code !== 'string')
        throw new ControlError('code must be a decline code such as insufficient_funds, or null.');
      sandbox.store.put('card_on_file', code === null ? accepted : { ...accepted, declineCode: code });
      return { id, declineCode: code };
    },
    '/invoices/:id/event': (id, body) => {
      const { type } = readBody(body, ['type']);
      const invoice = find('invoice', id);
      emit(sandbox, readChoice(type, 'type', INVOICE_EVENTS), invoice);
      return { id, type };
    },
  };
}

/** Mounts the controls. Each one is a POST. */
export function mountBillingControls(
  router: Router,
  sandbox: Sandbox,
  respond: (response: Response, work: () => object) => Promise<void>,
): void {
  for (const [path, run] of Object.entries(billingControls(sandbox))) {
    router.post(path, (request, response) =>
      respond(response, () =>
        sandbox.store.transaction(() =>
          run(String((request.params as { id?: string }).id ?? ''), request.body ?? {}),
        ),
      ),
    );
  }
}

function readSettings(body: unknown): Partial<BillingSettings> {
  const { retryDays, afterRetries } = readBody(body, ['retryDays', 'afterRetries']);
  if (retryDays !== undefined && !Array.isArray(retryDays))
    throw new ControlError('retryDays must be a list of days, such as [3, 5, 7].');
  return {
    ...(retryDays === undefined
      ? {}
      : { retryDays: retryDays.map((days) => readNumber(days, 'retryDays', 1, MAX_DAYS)) }),
    ...(afterRetries === undefined
      ? {}
      : {
          afterRetries: readChoice(afterRetries, 'afterRetries', ['cancel', 'unpaid', 'pause', 'past_due']),
        }),
  };
}

function readCardUpdate(body: unknown): CardUpdate {
  const { number, expMonth, expYear } = readBody(body, ['number', 'expMonth', 'expYear']);
  if (number !== undefined && !(typeof number === 'string' && testCardByNumber(number)))
    throw new ControlError('number must be the number of a test card.');
  return {
    ...(number === undefined ? {} : { number }),
    ...(expMonth === undefined ? {} : { exp_month: readNumber(expMonth, 'expMonth', 1, 12) }),
    ...(expYear === undefined ? {} : { exp_year: readNumber(expYear, 'expYear', 2000, 2200) }),
  };
}

import { byId, fetchJson, createElement, money, openStripe, showError, type StripeForPages } from './page.ts';
import type { PayResponse, SessionForPage } from '../checkout-page.ts';

const basePath = `${window.location.pathname.replace(/\/$/, '')}/`;

function show(session: SessionForPage): void {
  byId('lines').replaceChildren(
    ...session.lines.map((line) => {
      const row = createElement('li', '');
      const interval = line.interval === null ? '' : ` / ${line.interval}`;
      const name = line.quantity > 1 ? `${line.quantity} × ${line.description}` : line.description;
      row.append(
        createElement('span', name),
        createElement('span', `${money(line.amount, session.currency)}${interval}`),
      );
      return row;
    }),
  );
  byId('total').textContent = money(session.total, session.currency);
  const email = byId<HTMLInputElement>('email');
  email.value = session.email;
  email.readOnly = session.email !== '';
  byId('pay').textContent = session.mode === 'subscription' ? 'Subscribe' : 'Pay';
  const cancel = byId<HTMLAnchorElement>('cancel');
  cancel.hidden = session.cancelUrl === null;
  if (session.cancelUrl !== null) cancel.href = session.cancelUrl;
}

async function pay(stripe: StripeForPages, card: object, session: SessionForPage): Promise<void> {
  const name = byId<HTMLInputElement>('name').value.trim();
  const email = byId<HTMLInputElement>('email').value.trim();
  const created = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { name, email } });
  if (!created.paymentMethod)
    throw new Error(created.error?.message ?? "We couldn't read your card details. Try again.");
  const result = await fetchJson<PayResponse>(`${basePath}pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_method: created.paymentMethod.id }),
  });
  if (result.outcome === 'declined') throw new Error(result.message);
  if (result.outcome === 'requires_action') {
    const { error } = await stripe.handleNextAction({ clientSecret: result.clientSecret });
    if (error) throw new Error(error.message);
  }
  window.location.assign(session.successUrl);
}

async function start(): Promise<void> {
  const session = await fetchJson<SessionForPage>(`${basePath}session`);
  show(session);
  if (session.status !== 'open') {
    showError(
      session.status === 'complete' ? 'This checkout has already been paid.' : 'This checkout has expired.',
    );
    return;
  }
  const stripe = openStripe(session.publishableKey);
  const card = stripe.elements().create('card');
  card.mount('#card');
  card.on('change', ({ error }) => showError(error?.message ?? ''));
  const form = byId<HTMLFormElement>('form');
  const button = byId<HTMLButtonElement>('pay');
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    showError('');
    pay(stripe, card, session)
      .catch((error: Error) => showError(error.message))
      .finally(() => (button.disabled = false));
  });
}

start().catch((error: Error) => showError(error.message));

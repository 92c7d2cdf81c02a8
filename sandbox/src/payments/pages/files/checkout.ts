import { byId, fetchJson, make, money, openStripe, showTrouble, type StripeForPages } from './page.ts';
import type { PayAnswer, SessionForPage } from '../checkout-answer.ts';

const folder = `${window.location.pathname.replace(/\/$/, '')}/`;

function show(session: SessionForPage): void {
  byId('lines').replaceChildren(
    ...session.lines.map((line) => {
      const row = make('li', '');
      const every = line.interval === null ? '' : ` / ${line.interval}`;
      const name = line.quantity > 1 ? `${line.quantity} × ${line.description}` : line.description;
      row.append(make('span', name), make('span', `${money(line.amount, session.currency)}${every}`));
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
  const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { name, email } });
  if (!made.paymentMethod) throw new Error(made.error?.message ?? 'The card could not be read.');
  const answer = await fetchJson<PayAnswer>(`${folder}pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_method: made.paymentMethod.id }),
  });
  if (answer.outcome === 'refused') throw new Error(answer.message);
  if (answer.outcome === 'requires_action') {
    const { error } = await stripe.handleNextAction({ clientSecret: answer.clientSecret });
    if (error) throw new Error(error.message);
  }
  window.location.assign(session.successUrl);
}

async function start(): Promise<void> {
  const session = await fetchJson<SessionForPage>(`${folder}session`);
  show(session);
  if (session.status !== 'open') {
    showTrouble(
      session.status === 'complete' ? 'This checkout is already paid.' : 'This checkout has expired.',
    );
    return;
  }
  const stripe = openStripe(session.publishableKey);
  const card = stripe.elements().create('card');
  card.mount('#card');
  card.on('change', ({ error }) => showTrouble(error?.message ?? ''));
  const form = byId<HTMLFormElement>('form');
  const button = byId<HTMLButtonElement>('pay');
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    showTrouble('');
    pay(stripe, card, session)
      .catch((error: Error) => showTrouble(error.message))
      .finally(() => (button.disabled = false));
  });
}

start().catch((error: Error) => showTrouble(error.message));

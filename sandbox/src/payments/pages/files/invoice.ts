import { byId, fetchJson, createElement, money, openStripe, showError } from './page.ts';
import type { InvoiceForPage } from '../invoice-page.ts';

const basePath = `${window.location.pathname.replace(/\/$/, '')}/`;
const secret = encodeURIComponent(new URLSearchParams(window.location.search).get('secret') ?? '');

const STATUS_LABELS: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
};

function show(invoice: InvoiceForPage): void {
  byId('number').textContent = invoice.number;
  byId('billed').textContent = invoice.billedTo;
  byId('date').textContent = new Date(invoice.createdAt).toLocaleDateString('en-US', { dateStyle: 'medium' });
  byId('status').textContent = STATUS_LABELS[invoice.status] ?? invoice.status;
  byId('total').textContent = money(invoice.total, invoice.currency);
  byId('lines').replaceChildren(
    ...invoice.lines.map(({ description, amount }) => {
      const row = createElement('li', '');
      row.append(createElement('span', description), createElement('span', money(amount, invoice.currency)));
      return row;
    }),
  );
  byId<HTMLAnchorElement>('pdf').href = `${basePath}pdf?secret=${secret}`;
}

const load = (): Promise<InvoiceForPage> => fetchJson<InvoiceForPage>(`${basePath}data?secret=${secret}`);

async function start(): Promise<void> {
  const invoice = await load();
  show(invoice);
  const { clientSecret } = invoice;
  if (clientSecret === null) return;
  const stripe = openStripe(invoice.publishableKey);
  const card = stripe.elements().create('card');
  card.mount('#card');
  card.on('change', ({ error }) => showError(error?.message ?? ''));
  const form = byId<HTMLFormElement>('form');
  const button = byId<HTMLButtonElement>('pay');
  button.textContent = `Pay ${money(invoice.amountDue, invoice.currency)}`;
  form.hidden = false;
  const pay = async (): Promise<void> => {
    const { error } = await stripe.confirmCardPayment(clientSecret, { payment_method: { card } });
    if (error) throw new Error(error.message);
    showError('');
    form.hidden = true;
    show(await load());
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    pay()
      .catch((error: Error) => showError(error.message))
      .finally(() => (button.disabled = false));
  });
}

start().catch((error: Error) => showError(error.message));

import { byId, fetchJson, createElement, money, showError } from './page.ts';
import type { Overview } from '../../controls/state.ts';

const REFRESH_MS = 2500;

const GOOD = new Set(['succeeded', 'active', 'trialing', 'delivered', 'paid']);
const WAITING = new Set([
  'processing',
  'requires_action',
  'pending',
  'incomplete',
  'past_due',
  'requires_payment_method',
]);

let renderedState = '';

async function refresh(): Promise<void> {
  try {
    const overview = await fetchJson<Overview>('controls/overview');
    showError('');
    showClock(overview);
    const { clock: _clock, ...rest } = overview;
    const state = JSON.stringify(rest);
    if (state === renderedState) return;
    renderedState = state;
    showTables(overview);
  } catch {
    showError("Can't reach the sandbox. Retrying…");
  }
}

function showClock({ clock }: Overview): void {
  byId('now').textContent = time(clock.now);
  const days = clock.offsetSeconds / 86_400;
  byId('offset').textContent = clock.offsetSeconds < 60 ? '' : `(${days.toFixed(1)} days ahead)`;
}

function showTables({
  payments,
  subscriptions,
  events,
  webhookEndpoint,
  apiFailures,
  webhookFailures,
  cards,
}: Overview): void {
  fill(
    'payments',
    'No payments yet.',
    payments.map((payment) => [
      text(money(payment.amount, payment.currency)),
      state(payment.refunded > 0 ? 'refunded' : payment.status, payment.detail),
      text(payment.email ?? '–'),
      text(time(payment.created)),
      code(payment.id),
    ]),
  );
  fill(
    'subscriptions',
    'No subscriptions yet.',
    subscriptions.map((subscription) => [
      text(subscription.price),
      state(subscription.status, subscription.cancelsAtPeriodEnd ? 'cancels at period end' : null),
      text(subscription.customer),
      text(subscription.periodEnd === null ? '–' : time(subscription.periodEnd)),
      code(subscription.id),
    ]),
  );
  fill(
    'events',
    'No events yet.',
    events.map((event) => [
      text(event.type),
      code(event.object),
      state(event.delivery?.status ?? 'not sent', event.delivery && deliveryDetail(event.delivery)),
      text(time(event.created)),
      resendButton(event.id),
    ]),
  );
  byId('endpoint').textContent = webhookEndpoint.url ?? '(no endpoint)';
  const pending = [...webhookFailures, ...apiFailures].map(({ kind, count }) =>
    createElement('li', `${kind}, ${count} left`),
  );
  byId('failures').replaceChildren(...(pending.length > 0 ? pending : [createElement('li', 'None.')]));
  showCards(cards);
}

function deliveryDetail({
  attempts,
  lastResponse,
}: {
  attempts: number;
  lastResponse: string | null;
}): string {
  const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return lastResponse === null ? count : `${count}, ${lastResponse}`;
}

function fill(id: string, empty: string, rows: HTMLElement[][]): void {
  const focusedKey = document.activeElement?.getAttribute('data-event');
  const body = byId(id);
  if (rows.length === 0) {
    const cell = createElement('td', empty, 'none') as HTMLTableCellElement;
    cell.colSpan = 5;
    rows = [[cell]];
  }
  body.replaceChildren(
    ...rows.map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells);
      return row;
    }),
  );
  if (focusedKey) body.querySelector<HTMLElement>(`[data-event="${focusedKey}"]`)?.focus();
}

const text = (value: string): HTMLElement => createElement('td', value);

function code(value: string): HTMLElement {
  const cell = createElement('td', '');
  cell.append(createElement('code', value));
  return cell;
}

function state(value: string, detail: string | null): HTMLElement {
  const cell = createElement('td', '');
  const tone = GOOD.has(value) ? 'good' : WAITING.has(value) ? 'waiting' : value === 'not sent' ? '' : 'bad';
  cell.append(createElement('span', value.replaceAll('_', ' '), `state ${tone}`));
  if (detail) cell.append(` ${detail}`);
  return cell;
}

function resendButton(eventId: string): HTMLElement {
  const cell = createElement('td', '');
  const button = createElement('button', 'Resend') as HTMLButtonElement;
  button.type = 'button';
  button.dataset['event'] = eventId;
  button.setAttribute('aria-label', `Resend ${eventId}`);
  button.addEventListener('click', () => void control(`events/${eventId}/deliver`, {}, 'Event resent.'));
  cell.append(button);
  return cell;
}

function showCards(cards: Overview['cards']): void {
  const groups = [...new Set(cards.map(({ group }) => group))];
  byId('cards').replaceChildren(
    ...groups.map((group) => {
      const groupCards = cards.filter((card) => card.group === group);
      const block = document.createElement('div');
      const list = document.createElement('ul');
      list.append(
        ...groupCards.map(({ number, summary }) => {
          const item = document.createElement('li');
          item.append(
            createElement('code', number.replace(/(\d{4})(?=\d)/g, '$1 ')),
            createElement('span', summary),
          );
          return item;
        }),
      );
      block.append(createElement('h3', group[0]?.toUpperCase() + group.slice(1)), list);
      return block;
    }),
  );
}

/** `Nov 22, 2026, 10:15:30 AM` */
function time(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
}

async function control(path: string, body: object, message: string, method = 'POST'): Promise<void> {
  byId('status').textContent = '';
  try {
    await fetchJson(`controls/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    byId('status').textContent = message;
  } catch (error) {
    showError((error as Error).message);
  }
  await refresh();
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-seconds]')) {
  button.addEventListener('click', () =>
    control(
      'clock',
      { advanceSeconds: Number(button.dataset['seconds']) },
      `Clock advanced by ${button.textContent}.`,
    ),
  );
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-failure]')) {
  const path = button.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? '';
  button.addEventListener('click', () =>
    control(path, JSON.parse(button.dataset['failure'] ?? '{}') as object, 'Simulated failure added.'),
  );
}
byId('reset').addEventListener('click', () => control('', {}, 'Simulated failures cleared.', 'DELETE'));
setInterval(() => void (document.hidden || refresh()), REFRESH_MS);
void refresh();

import { byId, fetchJson, make, money, showTrouble } from './page.ts';
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

let shown = '';

async function refresh(): Promise<void> {
  try {
    const overview = await fetchJson<Overview>('controls/overview');
    showTrouble('');
    showClock(overview);
    const { clock: _clock, ...rest } = overview;
    const state = JSON.stringify(rest);
    if (state === shown) return;
    shown = state;
    showTables(overview);
  } catch {
    showTrouble('The sandbox does not answer. It is asked again in a moment.');
  }
}

function showClock({ clock }: Overview): void {
  byId('now').textContent = new Date(clock.now * 1000).toLocaleString();
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
    'No payment yet.',
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
    'No subscription yet.',
    subscriptions.map((subscription) => [
      text(subscription.price),
      state(subscription.status, subscription.cancelsAtPeriodEnd ? 'ends with the period' : null),
      text(subscription.customer),
      text(subscription.periodEnd === null ? '–' : time(subscription.periodEnd)),
      code(subscription.id),
    ]),
  );
  fill(
    'events',
    'No event yet.',
    events.map((event) => [
      text(event.type),
      code(event.object),
      state(event.delivery?.status ?? 'not sent', event.delivery && deliveryDetail(event.delivery)),
      text(time(event.created)),
      againButton(event.id),
    ]),
  );
  byId('endpoint').textContent = webhookEndpoint.url ?? 'nowhere';
  const waiting = [...webhookFailures, ...apiFailures].map(({ kind, count }) =>
    make('li', `${kind}, ${count} to come`),
  );
  byId('faults').replaceChildren(...(waiting.length > 0 ? waiting : [make('li', 'None.')]));
  showCards(cards);
}

function deliveryDetail({ attempts, lastAnswer }: { attempts: number; lastAnswer: string | null }): string {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  return lastAnswer === null ? tries : `${tries}, ${lastAnswer}`;
}

function fill(id: string, empty: string, rows: HTMLElement[][]): void {
  const focusedKey = document.activeElement?.getAttribute('data-event');
  const body = byId(id);
  if (rows.length === 0) {
    const cell = make('td', empty, 'none') as HTMLTableCellElement;
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

const text = (value: string): HTMLElement => make('td', value);

function code(value: string): HTMLElement {
  const cell = make('td', '');
  cell.append(make('code', value));
  return cell;
}

function state(value: string, detail: string | null): HTMLElement {
  const cell = make('td', '');
  const tone = GOOD.has(value) ? 'good' : WAITING.has(value) ? 'waiting' : value === 'not sent' ? '' : 'bad';
  cell.append(make('span', value.replaceAll('_', ' '), `state ${tone}`));
  if (detail) cell.append(` ${detail}`);
  return cell;
}

function againButton(eventId: string): HTMLElement {
  const cell = make('td', '');
  const button = make('button', 'Send again') as HTMLButtonElement;
  button.type = 'button';
  button.dataset['event'] = eventId;
  button.setAttribute('aria-label', `Send ${eventId} again`);
  button.addEventListener(
    'click',
    () => void control(`events/${eventId}/deliver`, {}, 'The event is sent again.'),
  );
  cell.append(button);
  return cell;
}

function showCards(cards: Overview['cards']): void {
  const groups = [...new Set(cards.map(({ group }) => group))];
  byId('cards').replaceChildren(
    ...groups.map((group) => {
      const members = cards.filter((card) => card.group === group);
      const block = document.createElement('div');
      const list = document.createElement('ul');
      list.append(
        ...members.map(({ number, summary }) => {
          const item = document.createElement('li');
          item.append(make('code', number.replace(/(\d{4})(?=\d)/g, '$1 ')), make('span', summary));
          return item;
        }),
      );
      block.append(make('h3', group[0]?.toUpperCase() + group.slice(1)), list);
      return block;
    }),
  );
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString();
}

async function control(path: string, body: object, done: string, method = 'POST'): Promise<void> {
  byId('done').textContent = '';
  try {
    await fetchJson(`controls/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    byId('done').textContent = done;
  } catch (error) {
    showTrouble((error as Error).message);
  }
  await refresh();
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-seconds]')) {
  button.addEventListener('click', () =>
    control(
      'clock',
      { advanceSeconds: Number(button.dataset['seconds']) },
      `The clock moved by ${button.textContent}.`,
    ),
  );
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-fault]')) {
  const path = button.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? '';
  button.addEventListener('click', () =>
    control(path, JSON.parse(button.dataset['fault'] ?? '{}') as object, 'The next one meets trouble.'),
  );
}
byId('reset').addEventListener('click', () => control('', {}, 'No trouble is waiting any more.', 'DELETE'));
setInterval(() => void (document.hidden || refresh()), REFRESH_MS);
void refresh();

import type { MessageDetail, MessageSummary } from '../message.ts';

const REFRESH_MS = 2000;

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

let selected: string | null = null;
let renderedState = '';

async function refresh(): Promise<void> {
  const to = byId<HTMLInputElement>('to').value.trim();
  const errorBox = byId('error');
  try {
    const response = await fetch(`api/messages?limit=200&to=${encodeURIComponent(to)}`);
    const { messages, total } = (await response.json()) as { messages: MessageSummary[]; total: number };
    errorBox.hidden = true;
    showList(messages, total, to);
  } catch {
    errorBox.textContent = "Can't reach the mailbox. Retrying…";
    errorBox.hidden = false;
  }
}

/** Re-renders the list only when it changed, to preserve focus and scroll position. */
function showList(messages: MessageSummary[], total: number, to: string): void {
  const state = JSON.stringify([messages.map(({ id }) => id), selected, total, to]);
  if (state === renderedState) return;
  renderedState = state;
  const focused = document.activeElement?.getAttribute('data-id');
  byId('count').textContent = total === 1 ? '1 email' : `${total} emails`;
  showEmptyState(messages.length === 0, to);
  byId('emails').replaceChildren(...messages.map(listItem));
  if (focused) document.querySelector<HTMLElement>(`[data-id="${focused}"]`)?.focus();
}

function showEmptyState(empty: boolean, to: string): void {
  byId('empty').hidden = !empty;
  byId('empty-title').textContent = to ? `No emails to “${to}”` : 'No emails yet';
  byId('empty-hint').textContent = to
    ? 'Check the spelling, or clear the search to see every email.'
    : 'Sign up or buy a plan on the site. Each email appears here as soon as it is sent.';
  byId<HTMLButtonElement>('clear').hidden = empty && !to;
  byId('unselected').hidden = empty || selected !== null;
}

function listItem(message: MessageSummary): HTMLLIElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset['id'] = message.id;
  if (message.id === selected) button.setAttribute('aria-current', 'true');
  button.append(
    textElement('span', 'subject', message.subject || '(no subject)'),
    textElement('time', 'time', formatTime(message.receivedAt)),
    textElement('span', 'to', message.to.join(', ')),
  );
  button.addEventListener('click', () => void open(message.id));
  item.append(button);
  return item;
}

/** `Nov 22, 2026, 10:15:30 AM` */
function formatTime(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
}

function textElement(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

async function open(id: string): Promise<void> {
  const response = await fetch(`api/messages/${id}`);
  if (!response.ok) return;
  const email = (await response.json()) as MessageDetail;
  selected = id;
  byId('subject').textContent = email.subject || '(no subject)';
  byId('from').textContent = email.from;
  byId('recipients').textContent = email.to.join(', ');
  byId('received').textContent = formatTime(email.receivedAt);
  byId('message-id').textContent = email.messageId ?? '–';
  byId<HTMLIFrameElement>('body').src = `api/messages/${id}/html`;
  byId('plain').textContent = email.text;
  byId('headers').textContent = email.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  byId('links').replaceChildren(...email.links.map(linkItem));
  const article = byId('email');
  article.hidden = false;
  article.focus({ preventScroll: window.innerWidth > 900 });
  await refresh();
}

function linkItem(link: string): HTMLLIElement {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer';
  anchor.textContent = link;
  item.append(anchor);
  return item;
}

byId('search').addEventListener('submit', (event) => event.preventDefault());
byId('to').addEventListener('input', () => void refresh());
byId('clear').addEventListener('click', () => {
  if (!window.confirm('Delete all emails?')) return;
  byId('email').hidden = true;
  selected = null;
  void fetch('api/messages', { method: 'DELETE' }).then(refresh);
});
setInterval(() => void (document.hidden || refresh()), REFRESH_MS);
void refresh();

import type { MessageDetail, MessageSummary } from '../message.ts';

const REFRESH_MS = 2000;

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

let selected: string | null = null;
let shownList = '';

async function refresh(): Promise<void> {
  const to = byId<HTMLInputElement>('to').value.trim();
  const trouble = byId('trouble');
  try {
    const answer = await fetch(`api/messages?limit=200&to=${encodeURIComponent(to)}`);
    const { messages, total } = (await answer.json()) as { messages: MessageSummary[]; total: number };
    trouble.hidden = true;
    showList(messages, total);
  } catch {
    trouble.textContent = 'The mailbox does not answer. It is asked again in a moment.';
    trouble.hidden = false;
  }
}

/** Rewrites the list only when it changed, so that focus and reading position stay. */
function showList(messages: MessageSummary[], total: number): void {
  const state = JSON.stringify([messages.map(({ id }) => id), selected, total]);
  if (state === shownList) return;
  shownList = state;
  const focused = document.activeElement?.getAttribute('data-id');
  byId('count').textContent = total === 1 ? '1 mail' : `${total} mails`;
  byId('empty').hidden = messages.length > 0;
  byId('mails').replaceChildren(...messages.map(listItem));
  if (focused) document.querySelector<HTMLElement>(`[data-id="${focused}"]`)?.focus();
}

function listItem(message: MessageSummary): HTMLLIElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset['id'] = message.id;
  if (message.id === selected) button.setAttribute('aria-current', 'true');
  button.append(
    part('span', 'subject', message.subject || '(no subject)'),
    part('time', 'time', new Date(message.receivedAt).toLocaleTimeString()),
    part('span', 'to', message.to.join(', ')),
  );
  button.addEventListener('click', () => void open(message.id));
  item.append(button);
  return item;
}

function part(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

async function open(id: string): Promise<void> {
  const answer = await fetch(`api/messages/${id}`);
  if (!answer.ok) return;
  const mail = (await answer.json()) as MessageDetail;
  selected = id;
  byId('subject').textContent = mail.subject || '(no subject)';
  byId('from').textContent = mail.from;
  byId('recipients').textContent = mail.to.join(', ');
  byId('received').textContent = new Date(mail.receivedAt).toLocaleString();
  byId('message-id').textContent = mail.messageId ?? '–';
  byId<HTMLIFrameElement>('body').src = `api/messages/${id}/html`;
  byId('plain').textContent = mail.text;
  byId('headers').textContent = mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  byId('links').replaceChildren(...mail.links.map(linkItem));
  const article = byId('mail');
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
  if (!window.confirm('Delete every mail in this mailbox?')) return;
  byId('mail').hidden = true;
  selected = null;
  void fetch('api/messages', { method: 'DELETE' }).then(refresh);
});
setInterval(() => void (document.hidden || refresh()), REFRESH_MS);
void refresh();

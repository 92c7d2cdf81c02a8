import { join } from 'node:path';
import express, { type Express, type Request, type Response } from 'express';
import { pageFile } from '../serving/pages.ts';
import { readSmtpFailures, type SmtpFailureControls } from './smtp-failures.ts';
import { readDetail } from './message.ts';
import type { MessageStore } from './message-store.ts';

const PAGE = join(import.meta.dirname, 'page');
const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 10_000;

/** An email is a stranger's page: no script, no frame, no request to anywhere but images it names itself. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The page, the JSON API and the error controls of the mailbox. */
export function createMailboxApp(store: MessageStore, faults: SmtpFailureControls): Express {
  const app = express().disable('x-powered-by');
  app.use(express.json());

  app.get('/', pageFile(PAGE, 'index.html'));
  app.get('/mailbox.css', pageFile(PAGE, 'mailbox.css'));
  app.get('/mailbox.js', pageFile(PAGE, 'mailbox.ts'));

  app.get('/api/messages', (request, response) => {
    const limit = Math.min(Number(request.query['limit']) || DEFAULT_LIMIT, LARGEST_LIMIT);
    response.json(store.list({ to: text(request, 'to'), subject: text(request, 'subject'), limit }));
  });
  app.delete('/api/messages', async (_request, response) => {
    await store.clear();
    response.status(204).end();
  });
  app.get('/api/messages/:id', async (request, response) => {
    const message = store.find(request.params.id);
    if (!message) return notFound(response);
    response.json(await readDetail(message));
  });
  app.get('/api/messages/:id/html', async (request, response) => {
    const message = store.find(request.params.id);
    if (!message) return notFound(response);
    const { html, text: plain } = await readDetail(message);
    response.set({ 'content-security-policy': MAIL_POLICY, 'referrer-policy': 'no-referrer' });
    response
      .type('html')
      .send(html === null ? `<!doctype html><pre>${escapeHtml(plain)}</pre>` : openingLinksOutside(html));
  });

  app.get('/api/controls', (_request, response) => {
    response.json(faults.current());
  });
  app.post('/api/controls', (request, response) => {
    try {
      faults.set(readSmtpFailures(request.body));
      response.json(faults.current());
    } catch (error) {
      response.status(422).json({ message: (error as Error).message });
    }
  });
  app.delete('/api/controls', (_request, response) => {
    faults.reset();
    response.status(204).end();
  });
  return app;
}

function text(request: Request, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function notFound(response: Response): void {
  response.status(404).json({ message: 'There is no mail with this id.' });
}

/** A link pressed in the frame opens in a tab of its own: most sites reject to be framed. */
function openingLinksOutside(html: string): string {
  const base = '<base target="_blank" />';
  return /<head\b[^>]*>/i.test(html) ? html.replace(/<head\b[^>]*>/i, `$&${base}`) : base + html;
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

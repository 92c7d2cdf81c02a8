import { join } from 'node:path';
import express, { type Express, type Request, type Response } from 'express';
import { pageFile } from '../serving/pages.ts';
import { parseSmtpFailures, type SmtpFailureControls } from './smtp-failures.ts';
import { readDetail } from './message.ts';
import type { MessageStore } from './message-store.ts';

const PAGE = join(import.meta.dirname, 'page');
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;

/** Emails are untrusted content: no scripts, no frames, and no requests other than for images. */
const EMAIL_CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The page, the JSON API and the failure controls of the mailbox. */
export function createMailboxApp(store: MessageStore, failures: SmtpFailureControls): Express {
  const app = express().disable('x-powered-by');
  app.use(express.json());

  app.get('/', pageFile(PAGE, 'index.html'));
  app.get('/mailbox.css', pageFile(PAGE, 'mailbox.css'));
  app.get('/mailbox.js', pageFile(PAGE, 'mailbox.ts'));

  app.get('/api/messages', (request, response) => {
    const limit = Math.min(Number(request.query['limit']) || DEFAULT_LIMIT, MAX_LIMIT);
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
    response.set({
      'content-security-policy': EMAIL_CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    });
    response
      .type('html')
      .send(html === null ? `<!doctype html><pre>${escapeHtml(plain)}</pre>` : withLinksInNewTab(html));
  });

  app.get('/api/controls', (_request, response) => {
    response.json(failures.current());
  });
  app.post('/api/controls', (request, response) => {
    try {
      failures.set(parseSmtpFailures(request.body));
      response.json(failures.current());
    } catch (error) {
      response.status(422).json({ message: (error as Error).message });
    }
  });
  app.delete('/api/controls', (_request, response) => {
    failures.reset();
    response.status(204).end();
  });
  return app;
}

function text(request: Request, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function notFound(response: Response): void {
  response.status(404).json({ message: 'Email not found.' });
}

/** Links open in a new tab: the preview is a frame, and most sites can't be framed. */
function withLinksInNewTab(html: string): string {
  const base = '<base target="_blank" />';
  return /<head\b[^>]*>/i.test(html) ? html.replace(/<head\b[^>]*>/i, `$&${base}`) : base + html;
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

import { join } from 'node:path';
import express, { type Express, type Response } from 'express';
import { pageFile } from '../../serving/pages.ts';
import { ApiError } from '../http/api-error.ts';
import { publicView } from '../http/public-view.ts';
import { completeAuthentication, findReturnUrl } from './authentication-page.ts';
import { payFromPage, sessionForPage } from './checkout-page.ts';
import { invoiceForPage, invoicePdf } from './invoice-page.ts';
import { browserScript } from './script.ts';
import type { Sandbox } from '../sandbox.ts';

const FILES = join(import.meta.dirname, 'files');

const ASSETS = [
  'hosted.css',
  'dashboard.css',
  'checkout.ts',
  'invoice.ts',
  'three-d-secure.ts',
  'dashboard.ts',
  'page.ts',
];

/** Mounts the browser library, the hosted pages and the dashboard. The pages use relative URLs only. */
export function mountPages(app: Express, sandbox: Sandbox): void {
  app.use('/3ds', express.urlencoded({ extended: false }));
  app.use('/checkout', express.json());

  app.get('/stripe.js', (request, response) => {
    const { text, gzipped } = browserScript();
    const compressed = request.acceptsEncodings('gzip') === 'gzip';
    response.set({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    });
    response.send(compressed ? gzipped : Buffer.from(text));
  });
  for (const name of ASSETS) app.get(`/assets/${name}`, pageFile(FILES, name));
  app.get('/', pageFile(FILES, 'dashboard.html'));

  app.get('/3ds/:id', pageFile(FILES, 'three-d-secure.html'));
  app.get('/3ds/:id/return', (request, response) =>
    respond(response, () => ({
      returnUrl: findReturnUrl(sandbox, request.params.id, request.query['client_secret']),
    })),
  );
  app.post('/3ds/:id/outcome', (request, response) =>
    respond(response, () =>
      publicView(completeAuthentication(sandbox, request.params.id, request.body as object)),
    ),
  );

  app.get('/checkout/:id', pageFile(FILES, 'checkout.html'));
  app.get('/checkout/:id/session', (request, response) =>
    respond(response, () => sessionForPage(sandbox, request.params.id)),
  );
  app.post('/checkout/:id/pay', (request, response) =>
    respond(response, () => payFromPage(sandbox, request.params.id, request.body as object)),
  );

  app.get('/invoices/:id', pageFile(FILES, 'invoice.html'));
  app.get('/invoices/:id/data', (request, response) =>
    respond(response, () => invoiceForPage(sandbox, request.params.id, request.query['secret'])),
  );
  app.get('/invoices/:id/pdf', (request, response) => {
    const pdf = invoicePdf(sandbox, request.params.id, request.query['secret']);
    if (!pdf) {
      response.status(404).type('text').send('Invoice not found.');
      return;
    }
    response
      .set('content-disposition', `attachment; filename="${pdf.name}"`)
      .type('application/pdf')
      .send(pdf.content);
  });
}

function respond(response: Response, handle: () => object): void {
  response.set('cache-control', 'no-store');
  try {
    response.json(handle());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    response.status(error.status).json({ error: error.body });
  }
}

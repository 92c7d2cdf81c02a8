import { join } from 'node:path';
import express, { type Express, type Response } from 'express';
import { pageFile } from '../../serving/pages.ts';
import { Failure } from '../http/failure.ts';
import { publicView } from '../http/public-view.ts';
import { answerAuthentication, returnAddressOf } from './authentication-answer.ts';
import { payFromPage, sessionForPage } from './checkout-answer.ts';
import { invoiceForPage, invoicePdf } from './invoice-answer.ts';
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

/** The browser's side: script, bank's page, hosted checkout and invoice, dashboard. All addresses in them are relative. */
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
    answer(response, () => ({
      returnUrl: returnAddressOf(sandbox, request.params.id, request.query['client_secret']),
    })),
  );
  app.post('/3ds/:id/outcome', (request, response) =>
    answer(response, () =>
      publicView(answerAuthentication(sandbox, request.params.id, request.body as object)),
    ),
  );

  app.get('/checkout/:id', pageFile(FILES, 'checkout.html'));
  app.get('/checkout/:id/session', (request, response) =>
    answer(response, () => sessionForPage(sandbox, request.params.id)),
  );
  app.post('/checkout/:id/pay', (request, response) =>
    answer(response, () => payFromPage(sandbox, request.params.id, request.body as object)),
  );

  app.get('/invoices/:id', pageFile(FILES, 'invoice.html'));
  app.get('/invoices/:id/data', (request, response) =>
    answer(response, () => invoiceForPage(sandbox, request.params.id, request.query['secret'])),
  );
  app.get('/invoices/:id/pdf', (request, response) => {
    const pdf = invoicePdf(sandbox, request.params.id, request.query['secret']);
    if (!pdf) {
      response.status(404).type('text').send('There is no such invoice.');
      return;
    }
    response
      .set('content-disposition', `attachment; filename="${pdf.name}"`)
      .type('application/pdf')
      .send(pdf.content);
  });
}

function answer(response: Response, work: () => object): void {
  response.set('cache-control', 'no-store');
  try {
    response.json(work());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    response.status(error.status).json({ error: error.body });
  }
}

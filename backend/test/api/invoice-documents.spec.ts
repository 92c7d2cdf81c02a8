// cspell:ignore Paix Αθήνα Тверская улица محمد
import type { InvoiceCorrectionList, InvoiceList } from '@subscription-site/shared/contracts';
import { providerInvoiceChanged } from '../../src/modules/billing/index.js';
import { PurgeExpiredInvoices } from '../../src/modules/documents/purge-expired-invoices.task.js';
import { Database } from '../../src/platform/database/database.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { accountApi, type SignedInSubscriber } from '../support/account-api.js';
import { startPaymentFixture } from '../support/payment-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { parsePdf } from '../support/pdf.js';
import { adminClient, signClientKey } from '../support/service-key.js';
import { storageClient } from '../support/storage.js';
import { handleEvents, getLatestPayment, soon } from '../support/subscribers.js';
import { createUser } from '../support/users.js';
import { useWorker } from '../support/worker.js';

const DAY = 86_400;
const INVOICE = 'pdf';

/** Invoices and receipts as customers download them, for as long as they are kept. */
describe('the documents of an invoice', () => {
  type PaidSubscriber = SignedInSubscriber & { invoice: InvoiceList['items'][number] };
  /** Each has a paid invoice; the account of the owner is deleted. */
  let owner: PaidSubscriber;
  let customer: PaidSubscriber;

  const product = useFixture(startPaymentFixture, {
    COMPANY_NAME: 'Analytical Software S.A.',
    COMPANY_ADDRESS: '1 rue de la Paix, 75002 Paris, France',
    COMPANY_VAT_ID: 'FR40303265045',
  });
  const worker = useWorker(product);
  beforeAll(async () => {
    owner = await subscribePaid();
    customer = await subscribePaid();
  });

  const { call, subscribe, openSession } = accountApi(product);
  const get = (headers: Record<string, string>, invoiceId: string, document: string) =>
    fetch(`${product.url}/api/account/v1/invoices/${invoiceId}/${document}`, { headers });
  const download = async (...request: Parameters<typeof get>): Promise<Buffer> => {
    const response = await get(...request);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const readPdfText = async (...request: Parameters<typeof get>) =>
    (await parsePdf(await download(...request))).text;
  const subscribePaid = async () => {
    const subscriber = await subscribe();
    const { headers } = subscriber;
    const invoice = await soon(product, async () => {
      const { items } = (await call<InvoiceList>(headers, 'GET', 'account/v1/invoices')).body;
      expect(items).toMatchObject([{ status: 'paid' }]);
      return items[0]!;
    });
    return { ...subscriber, invoice };
  };
  const details = {
    name: 'محمد علي',
    company: '株式会社アナリティカル',
    address: { line1: 'улица Тверская 1', city: 'Αθήνα', postalCode: '10117', country: 'DE' },
    taxId: 'DE136695976',
  };
  const saveDetails = (headers: Record<string, string>, more: object = {}) =>
    call(headers, 'PUT', 'account/v1/billing-details', { ...details, ...more });

  it('are tagged PDFs with embedded fonts, which only the owner can download', async () => {
    const { headers, invoice } = owner;
    const response = await get(headers, invoice.id, INVOICE);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="invoice-${invoice.number}.pdf"`,
    );
    const pdf = await parsePdf(new Uint8Array(await response.arrayBuffer()));
    expect(pdf).toMatchObject({ isMarked: true, title: `Invoice ${invoice.number}` });
    expect(pdf.roles).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']),
    );
    expect(pdf.fonts.length).toBeGreaterThan(0);
    for (const text of ['Analytical Software S.A.', 'VAT ID FR40303265045', '$49.00', invoice.number!])
      expect(pdf.text).toContain(text);
    expect(pdf.text).not.toMatch(/tax|reverse charge/i);
    expect(await readPdfText(headers, invoice.id, 'receipt')).toMatch(/R-[2-9A-Z]{8}-0001/);

    const other = await createUser(product);
    for (const document of [INVOICE, 'receipt']) {
      expect((await get(other.headers, invoice.id, document)).status).toBe(404);
      expect((await get({}, invoice.id, document)).status).toBe(401);
      expect((await get(headers, 'in_unknown', document)).status).toBe(404);
      expect((await get(headers, invoice.id, `${document}?version=2`)).status).toBe(404);
    }
    const storage = storageClient(product, await signClientKey('service_role'));
    expect((await storage.getBucket('invoice-documents')).error).toBeTruthy();
    expect((await storage.listBuckets()).data!.map(({ id }) => id)).not.toContain('invoice-documents');
    const stored = storage.from('invoice-documents');
    expect((await stored.download(`${invoice.id}/invoice-1.pdf`)).error).toBeTruthy();
    expect((await stored.remove([`${invoice.id}/invoice-1.pdf`])).data ?? []).toEqual([]);
    await download(headers, invoice.id, INVOICE);
  });

  it('get a new version when the customer corrects their billing details', async () => {
    const { headers, email, invoice } = owner;
    const first = await download(headers, invoice.id, INVOICE);
    const correctable = async () =>
      (await call<InvoiceCorrectionList>(headers, 'GET', 'account/v1/invoice-corrections')).body.invoiceIds;
    const correct = (as = headers) =>
      call(as, 'POST', 'account/v1/invoice-corrections', { invoiceId: invoice.id });
    expect(await correctable()).toEqual([]);
    const invoiceEmail = `accounting-${email}`;
    await saveDetails(headers, { invoiceEmail });
    expect(await correctable()).toEqual([invoice.id]);
    expect((await download(headers, invoice.id, INVOICE)).equals(first)).toBe(true);
    expect((await correct((await createUser(product)).headers)).status).toBe(404);
    expect(await correct()).toEqual({ status: 201, body: { invoiceId: invoice.id, version: 2 } });
    expect((await correct()).body).toMatchObject({ code: 'nothing_to_correct' });
    expect(await correctable()).toEqual([]);

    const corrected = await parsePdf(await download(headers, invoice.id, INVOICE));
    for (const text of [details.company, details.address.line1, 'Αθήνα', 'VAT ID DE136695976', 'Germany'])
      expect(corrected.text).toContain(text);
    expect(corrected.text).toMatch(/Reverse charge/);
    expect(corrected.text).toMatch(/2, issued .* Replaces earlier versions/);
    expect(await readPdfText(headers, invoice.id, 'receipt')).toContain(details.company);
    expect((await download(headers, invoice.id, `${INVOICE}?version=1`)).equals(first)).toBe(true);
    for (const address of [email, invoiceEmail])
      await soon(product, async () =>
        expect((await product.emailsTo(address)).map(({ subject }) => subject)).toContain(
          'Your corrected invoice is ready',
        ),
      );
  });

  it('can be opened by staff, even after the account is deleted, with an entry in the audit log', async () => {
    const { headers, userId, invoice } = owner;
    const staff = await createUser(product, { role: 'support' });
    const open = (by: Record<string, string>, document: string, id = invoice.id) =>
      fetch(`${product.url}/api/admin/v1/invoices/${id}/${document}`, { headers: by });
    const own = await download(headers, invoice.id, 'receipt');
    const { text } = await parsePdf(own);
    const number = /R-[2-9A-Z]{8}-0001/.exec(text)![0];
    expect((await open(headers, INVOICE)).status).toBe(403);
    expect((await open(staff.headers, INVOICE, 'in_unknown')).status).toBe(404);
    expect((await open(staff.headers, `${INVOICE}?version=9`)).status).toBe(404);
    expect((await (await adminClient(product)).deleteUser(userId)).error).toBeNull();
    const erased = () =>
      product.database.query({ text: 'select 1 from erasures where user_id = $1', values: [userId] });
    await soon(product, async () => {
      product.clock.advance(30);
      expect(await erased()).toHaveLength(1);
    });

    const session = await createUser(product, { role: 'support' });
    for (const query of [number.toLowerCase(), invoice.number!]) {
      const { body } = await call(session.headers, 'GET', `admin/v1/customers?q=${query}`);
      expect(body.items).toEqual([{ id: userId, email: '', name: '', createdAt: null, deleted: true }]);
    }
    const customer = await call(session.headers, 'GET', `admin/v1/customers/${userId}`);
    expect(customer.body).toMatchObject({
      deleted: true,
      payments: [{ invoiceId: invoice.id, number: invoice.number, amountPaidCents: 4900 }],
    });
    const receipt = await open(session.headers, 'receipt');
    expect(Buffer.from(await receipt.arrayBuffer()).equals(own)).toBe(true);
    const pdf = await open(session.headers, `${INVOICE}?version=1`);
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect(
      await product.database.query({
        text: `select actor_id, details from audit_entries
               where action = 'invoice_document.viewed' and subject_id = $1 order by at`,
        values: [userId],
      }),
    ).toEqual([
      { actor_id: session.id, details: { invoiceId: invoice.id, kind: 'receipt' } },
      { actor_id: session.id, details: { invoiceId: invoice.id, kind: 'invoice', version: 1 } },
    ]);
  });

  it('number the receipts of a customer without gaps, however many are requested at once', async () => {
    const { headers, userId, providerId, invoice } = customer;
    const ids = Array.from({ length: 3 }, (_, index) => `in_bulk_${index}`);
    await product.database.query({
      text: `insert into invoices (provider_invoice_id, provider_subscription_id, number, status, amount_paid_cents,
               amount_due_cents, total_cents, currency, issued_at, paid_at, seen_at)
             select id, $2, upper(id), 'paid', 4900, 4900, 4900, 'usd', now(), now(), now() from unnest($1::text[]) id`,
      values: [ids, providerId],
    });
    await download(headers, invoice.id, 'receipt');
    const twice = [...ids, ...ids];
    const downloads = await Promise.all(twice.map((id) => download(headers, id, 'receipt')));
    for (const [index] of ids.entries())
      expect(downloads[index]!.equals(downloads[index + ids.length]!)).toBe(true);
    const numbers = await product.database.query<{ number: string; version: number }>({
      text: `select number, version from invoice_documents where user_id = $1 and kind = 'receipt' order by number`,
      values: [userId],
    });
    expect(numbers.map(({ number }) => Number(number.split('-').at(-1)))).toEqual(
      [invoice.id, ...ids].map((_, index) => index + 1),
    );
    expect(new Set(numbers.map(({ version }) => version))).toEqual(new Set([1]));
  });

  it('do not exist for a draft, which can neither be listed nor paid', async () => {
    const { headers, invoice, providerId } = customer;
    const setStatus = (status: string) =>
      product.database.query({
        text: `update invoices set status = $2 where provider_subscription_id = $1`,
        values: [providerId, status],
      });
    // A later event would store its real status.
    await handleEvents(product);
    await setStatus('draft');
    for (const document of [INVOICE, 'receipt'])
      expect((await get(headers, invoice.id, document)).status).toBe(404);
    expect((await call<InvoiceList>(headers, 'GET', 'account/v1/invoices')).body.items).toEqual([]);
    expect((await call(headers, 'GET', `account/v1/invoices?cursor=${invoice.id}`)).status).toBe(422);
    const pay = (as: Record<string, string>) => call(as, 'POST', `account/v1/invoices/${invoice.id}/pay`);
    expect((await pay(headers)).body).toMatchObject({ code: 'invoice_not_open' });
    expect((await pay((await createUser(product)).headers)).status).toBe(404);
    await setStatus('paid');
  });

  it('get a new version after each refund, and stay available when the plan has ended, for ten years', async () => {
    const { headers, invoice, providerId } = customer;
    const first = await download(headers, invoice.id, INVOICE);
    const admin = await createUser(product, { role: 'admin' });
    const payment = await getLatestPayment(product, providerId);
    const refund = (amountCents: number, endSubscription: boolean) =>
      call(admin.headers, 'POST', `admin/v1/payments/${payment}/refund`, {
        amountCents,
        endSubscription,
        reason: 'Goodwill',
      });
    expect((await refund(1000, false)).status).toBe(200);
    await soon(product, async () =>
      expect(await readPdfText(headers, invoice.id, 'receipt')).toMatch(/Refunded\s+−\$10\.00/),
    );
    expect(await readPdfText(headers, invoice.id, INVOICE)).toContain('−$10.00');
    expect((await refund(3900, true)).status).toBe(200);
    await soon(product, async () =>
      expect(await readPdfText(headers, invoice.id, 'receipt')).toMatch(/Net amount paid\s+\$0\.00/),
    );
    const receipt = await download(headers, invoice.id, 'receipt');
    expect((await get(headers, invoice.id, 'receipt')).headers.get('Content-Disposition')).toContain(
      '-v3.pdf',
    );
    expect((await download(headers, invoice.id, `${INVOICE}?version=1`)).equals(first)).toBe(true);

    product.clock.advance(5 * 365 * DAY);
    await worker.get(PurgeExpiredInvoices).run();
    const later = await openSession(customer);
    expect((await download(later, invoice.id, 'receipt')).equals(receipt)).toBe(true);
    expect((await download(later, invoice.id, `${INVOICE}?version=1`)).equals(first)).toBe(true);
    product.clock.advance(5 * 366 * DAY);
    await worker.get(PurgeExpiredInvoices).run();
    // An event that arrives later doesn't bring it back.
    await worker
      .get(Database)
      .transaction(() => worker.get(Outbox).emit(providerInvoiceChanged, { providerInvoiceId: invoice.id }));
    await handleEvents(product);
    expect((await get(await openSession(customer), invoice.id, 'receipt')).status).toBe(404);
    const left = await product.database.query({
      text: `select name from storage_objects where bucket_id = 'invoice-documents' and name like $1`,
      values: [`${invoice.id}/%`],
    });
    expect(left).toEqual([]);
  });
});

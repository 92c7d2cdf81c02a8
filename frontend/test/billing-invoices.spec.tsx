import { screen, waitFor } from '@testing-library/react';
import {
  CORRECTIONS,
  DETAILS,
  invoice,
  INVOICES,
  mockInvoices,
  mockSubscription,
  NO_DETAILS,
  OPEN_INVOICE,
  pastDue,
  PAY,
  signInSubscriber,
  subscription,
} from './support/billing';
import { mockCheckout } from './support/checkout';
import { network } from './support/network';
import { errorResponse } from './support/responses';
import { button, fill, findForm, findToast, fullText, region, visit } from './support/site';
import { stripeMock } from './support/stripe-script';

const PAID_INVOICE = invoice({ ...OPEN_INVOICE, status: 'paid', payable: false, amountPaidCents: 4900 });

beforeEach(() => {
  signInSubscriber();
  mockCheckout();
});

describe('invoices', () => {
  it('are listed with their status, page by page, and open ones are paid', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    const issuedAt = '2026-11-21T10:00:00.000Z';
    const creditNotes = [{ id: 'cn_1', number: 'CN-1', amountCents: 4900, issuedAt }];
    const older = [
      invoice({ refundedCents: 4900, creditNotes }),
      invoice({ id: 'in_0', disputeStatus: 'lost' }),
      invoice({ id: 'in_3', status: 'void', amountPaidCents: 0, amountDueCents: 93_961 }),
    ];
    network.on(`GET ${INVOICES}`, ({ query }) => ({
      body: query.get('cursor')
        ? { items: older, nextCursor: null }
        : { items: [OPEN_INVOICE], nextCursor: 'in_2' },
    }));
    network.on(PAY, () => {
      mockInvoices(PAID_INVOICE);
      mockSubscription(subscription());
      return { body: { status: 'paid' } };
    });
    const { user } = visit('/account/invoices');
    const rows = () => screen.getAllByRole('row').slice(1);
    expect(await screen.findByText('Open')).toBeVisible();
    await user.click(await button('Show older invoices'));
    await screen.findByText('Refunded');
    expect(screen.getByText(fullText('Credit note CN-1, $49'))).toBeVisible();
    expect(screen.getByText('Reversed')).toBeVisible();
    expect(screen.getAllByText('Your bank reversed this payment.')).toHaveLength(1);
    expect(screen.getByText('$939.61').closest('s')).not.toBeNull();
    expect(screen.getByText(/not charged/i)).toBeVisible();
    expect(rows()).toHaveLength(4);
    await user.click(await button('Pay invoice ADA-0002'));
    await findToast('Payment received');
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Paid'));
  });

  it('are shown as paid after 3-D Secure, even if the subscription is updated before the invoice', async () => {
    mockSubscription(pastDue('authentication_required'));
    mockInvoices(OPEN_INVOICE);
    network.on(PAY, { body: { status: 'requires_action', clientSecret: 'pi_2_secret_1' } });
    stripeMock.handleNextAction = () => {
      mockSubscription(subscription());
      let reads = 0;
      network.on(`GET ${INVOICES}`, () => {
        reads += 1;
        return { body: { items: [reads > 2 ? PAID_INVOICE : OPEN_INVOICE], nextCursor: null } };
      });
      return { paymentIntent: { status: 'succeeded' } };
    };
    const { user } = visit('/account/invoices');
    await user.click(await button('Pay invoice ADA-0002'));
    await findToast('Payment received');
    expect(await screen.findByText('Paid')).toBeVisible();
    expect(screen.queryByText('Open')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pay invoice ADA-0002' })).toBeNull();
  });

  it('are not reported as paid if there is nothing to pay', async () => {
    mockSubscription(pastDue('insufficient_funds'));
    mockInvoices(OPEN_INVOICE);
    const reason = 'plan_ended';
    network.on(PAY, errorResponse(409, 'invoice_not_open', 'Your plan has ended.', { reason }));
    const { user } = visit('/account/invoices');
    await user.click(await button('Pay invoice ADA-0002'));
    expect(await screen.findByText('Your plan has ended.')).toBeVisible();
  });

  it('of a plan change that was not confirmed say so, and cannot be paid', async () => {
    const planChange = { plan: 'growth', interval: 'month' } as const;
    mockInvoices({ ...OPEN_INVOICE, payable: false, planChange });
    visit('/account/invoices');
    expect(await screen.findByText('Unconfirmed')).toBeVisible();
    const links = () => screen.getAllByRole('link', { name: 'Change plan' });
    const restart = '/account/billing/change?plan=growth&interval=month';
    expect(screen.getByText(/^Change to Growth, billed monthly\./)).toHaveTextContent(
      'cancel the plan change within 24 hours, and you won’t be charged',
    );
    expect(links()[0]).toHaveAttribute('href', restart);
    expect(screen.queryByRole('button', { name: /^Pay invoice/ })).toBeNull();
  });

  it('are downloaded with their receipts, and corrected', async () => {
    network.on(`GET ${CORRECTIONS}`, { body: { invoiceIds: ['in_1'] } });
    network.on(`POST ${CORRECTIONS}`, () => {
      network.on(`GET ${CORRECTIONS}`, { body: { invoiceIds: [] } });
      return { status: 201, body: { invoiceId: 'in_1', version: 2 } };
    });
    network.on(`GET ${INVOICES}/in_1/pdf`, errorResponse(503, 'service_unavailable', 'Busy.'));
    network.on(`GET ${INVOICES}/in_1/receipt`, { body: {} });
    URL.createObjectURL = () => 'blob:receipt';
    URL.revokeObjectURL = () => undefined;
    const { user } = visit('/account/invoices');
    await user.click(await button('Invoice ADA-0001 as PDF'));
    expect(await screen.findByText('Couldn’t download the document')).toBeVisible();
    await user.click(await button('Receipt for invoice ADA-0001 as PDF'));
    await waitFor(() => expect(network.calls(`GET ${INVOICES}/in_1/receipt`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Couldn’t download the document')).toBeNull());
    await user.click(await button('Correct invoice ADA-0001'));
    await findToast('Invoice corrected');
    expect(network.calls(`POST ${CORRECTIONS}`)[0]?.body).toEqual({ invoiceId: 'in_1' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Correct invoice/ })).toBeNull());
  });

  it('show at their fields why billing details are not saved', async () => {
    const message = 'Enter a valid VAT ID with its country prefix, such as DE136695976.';
    let field = 'address.city';
    network.on(`PUT ${DETAILS}`, () =>
      errorResponse(422, 'validation_failed', message, { fields: [{ field, message }] }),
    );
    const { user } = visit('/account/invoices');
    await user.click(await button('Add billing details'));
    const form = await findForm('Billing details');
    expect(form.getByLabelText('Full name')).toHaveValue(NO_DETAILS.name);
    expect(form.getByLabelText('Full name')).toHaveFocus();
    const save = async () => user.click(await button('Save billing details'));
    await save();
    expect(await form.findByText('Choose a country or region.')).toBeVisible();
    expect(network.calls(`PUT ${DETAILS}`)).toHaveLength(0);
    await user.selectOptions(form.getByLabelText('Country or region'), 'Germany');
    await fill(user, form.getByLabelText('Address'), 'Unter den Linden 1');
    await fill(user, form.getByLabelText('City'), 'Berlin');
    await save();
    const city = form.getByLabelText('City');
    await waitFor(() => expect(city).toHaveAccessibleDescription(/^Use a single line/));
    const taxId = form.getByLabelText('VAT or tax ID (optional)');
    await fill(user, taxId, 'DE136695976');
    field = 'taxId';
    await save();
    await waitFor(() => expect(taxId).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(taxId).toHaveFocus();
    network.on(`PUT ${DETAILS}`, ({ body }) => {
      network.on(`GET ${DETAILS}`, { body });
      return { body };
    });
    await save();
    await findToast('Billing details saved');
    expect(network.calls(`PUT ${DETAILS}`).at(-1)?.body).toMatchObject({
      taxId: 'DE136695976',
      address: { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: null, country: 'DE' },
    });
    expect((await region('Billing details')).getByText('DE136695976')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Billing details' })).toHaveFocus());
  });
});

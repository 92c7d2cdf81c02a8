import type {
  AccountSubscriptionView,
  BillingDetails,
  InvoiceItem,
  PaymentMethodItem,
  SubscriptionQuote,
} from '@subscription-site/shared/contracts';
import { signInCustomer } from './account';
import { network } from './network';

export const SUBSCRIPTION = '/api/account/v1/subscription';
export const CARDS = '/api/account/v1/payment-methods';
export const INVOICES = '/api/account/v1/invoices';

export const DETAILS = '/api/account/v1/billing-details';

export const VISA = { id: 'pm_visa', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
export const MASTERCARD = { id: 'pm_new', brand: 'mastercard', last4: '4444', expMonth: 1, expYear: 2035 };

/** In the user's time zone, with plain spaces. */
export const dateAndTime = (at: string) =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }).replace(/\s/g, ' ');

/** A running monthly Team plan by default. */
export const subscription = (overrides: Partial<AccountSubscriptionView> = {}): AccountSubscriptionView => ({
  id: '0190b5a0-0000-7000-8000-000000000001',
  plan: 'team',
  interval: 'month',
  status: 'active',
  amountCents: 4900,
  currency: 'usd',
  currentPeriodStart: '2026-11-20T10:00:00.000Z',
  currentPeriodEnd: '2026-12-20T10:00:00.000Z',
  cancelAt: null,
  endedAt: null,
  endedByDispute: false,
  dataKeptUntil: null,
  userLimit: 3,
  refundableUntil: null,
  nextCharge: { at: '2026-12-20T10:00:00.000Z', amountCents: 4900 },
  pendingChange: null,
  pastDue: null,
  paymentMethod: VISA,
  ...overrides,
});

/** The renewal was declined for this reason. */
export const pastDue = (reason: string): AccountSubscriptionView =>
  subscription({
    status: 'past_due',
    nextCharge: null,
    pastDue: {
      invoiceId: 'in_2',
      amountDueCents: 4900,
      reason,
      nextAttemptAt: '2026-12-23T10:00:00.000Z',
      accessUntil: '2026-12-23T10:00:00.000Z',
    },
  });

export const ENDED = subscription({
  status: 'canceled',
  endedAt: '2026-12-20T10:00:00.000Z',
  dataKeptUntil: '2027-01-19T10:00:00.000Z',
  nextCharge: null,
  userLimit: null,
});

export const invoice = (overrides: Partial<InvoiceItem> = {}): InvoiceItem => ({
  id: 'in_1',
  number: 'ADA-0001',
  status: 'paid',
  amountDueCents: 4900,
  amountPaidCents: 4900,
  refundedCents: 0,
  disputeStatus: null,
  currency: 'usd',
  issuedAt: '2026-11-20T10:00:00.000Z',
  paidAt: '2026-11-20T10:00:00.000Z',
  periodStart: '2026-11-20T10:00:00.000Z',
  periodEnd: '2026-12-20T10:00:00.000Z',
  creditNotes: [],
  payable: false,
  planChange: null,
  ...overrides,
});

/** The one that {@link pastDue} is about. */
export const OPEN_INVOICE = invoice({
  id: 'in_2',
  number: 'ADA-0002',
  status: 'open',
  amountPaidCents: 0,
  payable: true,
});

export const SETUP = `POST ${CARDS}/setup`;
/** Pays {@link OPEN_INVOICE}. */
export const PAY = `POST ${INVOICES}/in_2/pay`;
export const CORRECTIONS = '/api/account/v1/invoice-corrections';

export const NO_DETAILS: BillingDetails = {
  name: 'Ada Lovelace',
  company: null,
  address: null,
  taxId: null,
  invoiceEmail: null,
};

/** An upgrade from Team to Growth in the middle of the month. */
export const UPGRADE_QUOTE: SubscriptionQuote = {
  id: '0190b5a0-0000-7000-8000-000000000002',
  lines: [
    { description: 'Unused time on 1 × the product Team (at $49.00 / month)', amountCents: -2450 },
    { description: 'Remaining time on 1 × the product Growth (at $99.00 / month)', amountCents: 4950 },
  ],
  subtotalCents: 4950,
  creditCents: 2450,
  dueNowCents: 2500,
  currency: 'usd',
  paymentMethod: VISA,
  effectiveAt: '2026-12-05T10:00:00.000Z',
  expiresAt: '2026-12-05T10:15:00.000Z',
};

/** Mocks the subscription from now on. */
export function mockSubscription(
  view: AccountSubscriptionView | null,
  trial: object = { status: 'none', endsAt: null },
  deletionAt: string | null = null,
): void {
  network.on(`GET ${SUBSCRIPTION}`, { body: { subscription: view, trial, deletionAt } });
}

export function mockCards(...cards: PaymentMethodItem[]): void {
  network.on(`GET ${CARDS}`, { body: { items: cards } });
}

/** A new card becomes the default, as on the server. */
export function mockNewCard(): void {
  network.on(SETUP, { status: 201, body: { clientSecret: 'seti_1_secret_1' } });
  network.on(`POST ${CARDS}/pm_new/default`, () => {
    mockCards({ ...MASTERCARD, isDefault: true }, { ...VISA, isDefault: false });
    return { status: 204 };
  });
}

export function mockInvoices(...items: InvoiceItem[]): void {
  network.on(`GET ${INVOICES}`, { body: { items, nextCursor: null } });
}

/** Signs in a customer of this subscription. */
export function signInSubscriber(view: AccountSubscriptionView | null = subscription()): void {
  signInCustomer();
  mockSubscription(view);
  mockCards({ ...VISA, isDefault: true });
  mockInvoices(invoice());
  network.on(`GET ${DETAILS}`, { body: NO_DETAILS });
  network.on(`GET ${CORRECTIONS}`, { body: { invoiceIds: [] } });
}

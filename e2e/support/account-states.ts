import type { Page } from '@playwright/test';

/** A screen of the account in a state that is reached by changing the API's responses. */
export interface AccountState {
  path: string;
  /** A visible text that only this state has. */
  shows: string | RegExp;
  /** Fields of the subscription that differ from those of an active one. Null if there is none. */
  subscription?: object | null;
  /** Fields of the response around the subscription. */
  account?: object;
  /** Fields of the invoices that differ; one invoice for each. */
  invoices?: object[];
  /** Other responses, by method and path after `/api/account/v1/`. */
  responses?: Record<string, { status?: number; body?: object }>;
  /** Buttons that lead from the loaded screen to the state, in this order. */
  press?: (string | RegExp)[];
}

const BILLING = '/account/billing';
const INVOICES = '/account/invoices';
const DATA = '/account/data';
const UPGRADE = `${BILLING}/change?plan=growth&interval=month`;
const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const pastDue = (reason: string) => ({
  status: 'past_due',
  nextCharge: null,
  pastDue: {
    invoiceId: 'in_open',
    amountDueCents: 4900,
    reason,
    nextAttemptAt: daysFromNow(3),
    accessUntil: daysFromNow(4),
  },
});
const UNPAID = {
  ...pastDue('generic_decline'),
  status: 'unpaid',
  pastDue: { ...pastDue('generic_decline').pastDue, nextAttemptAt: null, accessUntil: null },
};
const ENDED = {
  status: 'canceled',
  endedAt: daysFromNow(-1),
  dataKeptUntil: daysFromNow(29),
  nextCharge: null,
  refundableUntil: null,
  userLimit: null,
};
const CANCELED = { cancelAt: daysFromNow(20), nextCharge: null };
const SCHEDULED = {
  pendingChange: { kind: 'plan_change', plan: 'growth', interval: 'year', effectiveAt: daysFromNow(20) },
};
const DELETION = { subscription: CANCELED, account: { deletionAt: daysFromNow(14) } };
const OPEN_INVOICE = { id: 'in_open', status: 'open', amountPaidCents: 0, paidAt: null, payable: true };
const UNCONFIRMED = { ...OPEN_INVOICE, payable: false, planChange: { plan: 'growth', interval: 'month' } };
const trial = (status: string, days: number) => ({
  subscription: null,
  account: { trial: { status, endsAt: daysFromNow(days) } },
});
const errorResponse = (status: number, code: string, message: string, details: object = {}) => ({
  status,
  body: { statusCode: status, code, message, requestId: 'test', ...details },
});
const QUOTE = {
  status: 201,
  body: {
    id: '0190b5a0-0000-7000-8000-000000000002',
    lines: [
      { description: 'Unused time on 1 × the product Team (at $49.00 / month)', amountCents: -2450 },
      { description: 'Remaining time on 1 × the product Growth (at $99.00 / month)', amountCents: 4950 },
    ],
    subtotalCents: 4950,
    creditCents: 2450,
    dueNowCents: 2500,
    currency: 'usd',
    paymentMethod: { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
    effectiveAt: daysFromNow(0),
    expiresAt: daysFromNow(1),
  },
};
const LATER_QUOTE = { ...QUOTE, body: { ...QUOTE.body, lines: [], dueNowCents: 0 } };
const QUOTES = 'POST subscription/quotes';
const CHANGES = 'POST subscription/changes';
const REFUND = { body: { amountCents: 4900, currency: 'usd', card: { brand: 'visa', last4: '4242' } } };
const EXPORT = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  requestedAt: daysFromNow(-1),
  expiresAt: null,
  sizeBytes: null,
  downloadPath: null,
};

export const ACCOUNT_STATES: AccountState[] = [
  { path: '/account', shows: /^Next charge:/ },
  { path: '/account', shows: /Ends on/, subscription: CANCELED },
  { path: '/account', shows: 'Fix payment', subscription: pastDue('expired_card') },
  { path: '/account', shows: /You’ll switch to/, subscription: SCHEDULED },
  { path: '/account', shows: /Your free trial ends on/, ...trial('trialing', 5) },
  { path: '/account', shows: 'You don’t have a plan yet.', ...trial('none', 0), invoices: [] },
  { path: '/account', shows: 'Your account is scheduled for deletion', ...DELETION },
  {
    path: '/account',
    shows: 'Your plan couldn’t be loaded',
    responses: { 'GET subscription': errorResponse(429, 'rate_limited', 'Too many requests.') },
  },
  { path: '/account/profile', shows: 'Full Name' },

  { path: BILLING, shows: 'Next charge', subscription: { refundableUntil: null } },
  {
    path: BILLING,
    shows: 'We’re setting up your plan',
    subscription: { status: 'incomplete', nextCharge: null },
  },
  { path: BILLING, shows: /^We’ll try again on/, subscription: pastDue('insufficient_funds') },
  {
    path: BILLING,
    shows: 'Your bank needs you to confirm a payment',
    subscription: pastDue('authentication_required'),
  },
  {
    path: `${BILLING}?do=pay`,
    shows: 'We can’t charge this card again.',
    subscription: pastDue('expired_card'),
  },
  {
    path: BILLING,
    shows: /Use a different card/,
    subscription: pastDue('insufficient_funds'),
    responses: {
      'POST invoices/in_open/pay': errorResponse(402, 'payment_declined', 'No.', { reason: 'expired_card' }),
    },
    press: ['Pay $49'],
  },
  { path: BILLING, shows: /^Your access has ended/, subscription: UNPAID },
  {
    path: BILLING,
    shows: 'We’re updating your plan',
    subscription: { status: 'past_due', nextCharge: null },
  },
  {
    path: BILLING,
    shows: 'We’re ending your plan',
    subscription: { ...pastDue('expired_card'), ...CANCELED },
  },
  { path: BILLING, shows: 'Your plan is paused', subscription: { status: 'paused', nextCharge: null } },
  { path: BILLING, shows: /You’ll switch to Growth/, subscription: SCHEDULED },
  { path: BILLING, shows: 'Your upgrade isn’t confirmed', invoices: [UNCONFIRMED] },
  { path: BILLING, shows: 'Your plan is set to end', subscription: CANCELED },
  { path: BILLING, shows: 'Your Team plan has ended', subscription: ENDED },
  {
    path: BILLING,
    shows: /your bank reversed your payment/,
    subscription: { ...ENDED, endedByDispute: true },
  },
  { path: BILLING, shows: 'Your free trial has ended', ...trial('trial_ended', -1) },
  { path: BILLING, shows: 'You don’t have a plan yet', ...trial('none', 0) },
  { path: BILLING, shows: 'Your account is scheduled for deletion', ...DELETION },
  {
    path: BILLING,
    shows: 'Too many requests.',
    responses: { 'GET subscription': errorResponse(429, 'rate_limited', 'Too many requests.') },
  },
  { path: BILLING, shows: 'Cancel your Team plan?', press: ['Cancel plan'] },
  {
    path: BILLING,
    shows: 'Get your money back?',
    subscription: { refundableUntil: daysFromNow(10) },
    responses: { 'GET subscription/refund': REFUND },
    press: ['Get a refund'],
  },
  {
    path: BILLING,
    shows: 'The guarantee can be used once per person.',
    subscription: { refundableUntil: daysFromNow(10) },
    responses: {
      'GET subscription/refund': REFUND,
      'POST subscription/refund': errorResponse(
        409,
        'not_refundable',
        'The guarantee can be used once per person.',
      ),
    },
    press: ['Get a refund', 'Refund and end plan'],
  },
  { path: BILLING, shows: /^Remove your Visa/, subscription: ENDED, press: [/^Remove Visa/] },
  { path: `${BILLING}?do=card`, shows: 'Enter your card details.', press: ['Save card'] },

  { path: `${BILLING}/change`, shows: /This is your current plan/ },
  { path: UPGRADE, shows: 'Unused time on Team', responses: { [QUOTES]: QUOTE } },
  {
    path: UPGRADE,
    shows: 'You’re on the Growth plan',
    responses: { [QUOTES]: QUOTE, [CHANGES]: { body: { status: 'applied' } } },
    press: [/^Pay \$25/],
  },
  {
    path: UPGRADE,
    shows: 'Your change is scheduled',
    responses: { [QUOTES]: LATER_QUOTE, [CHANGES]: { body: { status: 'scheduled' } } },
    press: ['Schedule change'],
  },
  {
    path: UPGRADE,
    shows: 'Your card was declined.',
    responses: {
      [QUOTES]: QUOTE,
      [CHANGES]: errorResponse(402, 'payment_declined', 'Your card was declined.'),
    },
    press: [/^Pay \$25/],
  },
  {
    path: UPGRADE,
    shows: 'Please review the change',
    responses: { [QUOTES]: QUOTE, [CHANGES]: errorResponse(409, 'quote_expired', 'This quote has expired.') },
    press: [/^Pay \$25/],
  },
  {
    path: UPGRADE,
    shows: 'The price couldn’t be loaded',
    responses: { [QUOTES]: errorResponse(503, 'payment_provider_unavailable', 'Down.') },
  },
  { path: `${BILLING}/change`, shows: 'Keep Team', subscription: SCHEDULED },
  { path: UPGRADE, shows: 'You don’t have a plan to change', subscription: null },
  { path: UPGRADE, shows: 'Pay your open invoice first', subscription: pastDue('expired_card') },
  { path: UPGRADE, shows: 'Your plan is set to end', subscription: CANCELED },

  { path: INVOICES, shows: 'Open', invoices: [OPEN_INVOICE, { id: 'in_paid' }] },
  {
    path: INVOICES,
    shows: 'Reversed',
    invoices: [{ disputeStatus: 'needs_response' }, { id: 'in_lost', disputeStatus: 'lost' }],
  },
  {
    path: INVOICES,
    shows: 'Refunded',
    invoices: [
      {
        refundedCents: 4900,
        creditNotes: [{ id: 'cn_1', number: 'CN-1', amountCents: 4900, issuedAt: daysFromNow(-1) }],
      },
      { id: 'in_void', status: 'void', amountPaidCents: 0 },
    ],
  },
  { path: INVOICES, shows: 'Unconfirmed', invoices: [UNCONFIRMED] },
  { path: INVOICES, shows: 'No invoices yet', invoices: [] },
  {
    path: INVOICES,
    shows: 'Choose a country or region.',
    press: ['Add billing details', 'Save billing details'],
  },

  { path: DATA, shows: 'Prepare download' },
  {
    path: DATA,
    shows: 'We’re preparing your download',
    responses: { 'GET exports': { body: { items: [{ ...EXPORT, status: 'pending' }] } } },
  },
  {
    path: DATA,
    shows: 'Prepare a new copy',
    responses: {
      'GET exports': {
        body: {
          items: [
            {
              ...EXPORT,
              status: 'ready',
              expiresAt: daysFromNow(6),
              sizeBytes: 1_240_000,
              downloadPath: '/api/account/v1/exports/1/download?token=t',
            },
          ],
        },
      },
    },
  },
  {
    path: DATA,
    shows: 'We couldn’t prepare your download',
    responses: { 'GET exports': { body: { items: [{ ...EXPORT, status: 'failed' }] } } },
  },
  { path: DATA, shows: 'Enter your password.', press: ['Delete account'] },
  {
    path: DATA,
    shows: 'Keep my account',
    responses: { 'GET deletion': { body: { scheduledFor: daysFromNow(14), requiresPassword: true } } },
    ...DELETION,
  },
  { path: '/pricing', shows: 'Your plan' },
];

/** Opens a state of a screen. The page is signed in as a subscriber. */
export async function openState(page: Page, state: AccountState): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/api/account/v1/**', async (route) => {
    const request = route.request();
    const name = `${request.method()} ${new URL(request.url()).pathname.replace('/api/account/v1/', '')}`;
    const mocked = state.responses?.[name];
    if (mocked) return route.fulfill({ status: mocked.status ?? 200, json: mocked.body });
    if (name !== 'GET subscription' && name !== 'GET invoices') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: applyState(name, await response.json(), state) });
  });
  await page.goto(state.path);
  for (const name of state.press ?? []) await page.getByRole('button', { name }).last().click();
}

function applyState(name: string, body: Record<string, unknown>, state: AccountState): object {
  if (name === 'GET subscription')
    return {
      ...body,
      ...state.account,
      subscription:
        state.subscription === null ? null : { ...(body['subscription'] as object), ...state.subscription },
    };
  const [invoice] = body['items'] as object[];
  return state.invoices
    ? { items: state.invoices.map((item) => ({ ...invoice, ...item })), nextCursor: null }
    : body;
}

import { EMAIL_TEMPLATES } from '@subscription-site/shared/contracts';
import { TEMPLATES, templateNamed, type TemplateName } from './catalog.js';
import { renderHtml } from './html.js';
import type { Brand } from './template.js';
import { renderText } from './plain-text.js';
import { SAMPLES } from './samples.js';

const BRAND: Brand = {
  productName: 'Tally & Co',
  siteUrl: 'https://site.example.com',
  appUrl: 'https://app.example.com',
  supportEmail: 'help@example.com',
};
const LINK = { url: 'https://site.example.com/auth/confirm?token=abc&type=payment', oneTime: true };
const render = (name: TemplateName, params: object = SAMPLES[name]) => {
  const body = templateNamed(name).body(params, BRAND, LINK);
  return { html: renderHtml(body, BRAND), text: renderText(body, BRAND) };
};

describe('emails', () => {
  it('have unique subjects without user-supplied text', () => {
    const subjects = EMAIL_TEMPLATES.map((name) => templateNamed(name).subject(BRAND, SAMPLES[name]));
    expect(new Set(subjects).size).toBe(EMAIL_TEMPLATES.length);
    expect(subjects.join()).not.toContain('Ada');
  });

  it.each(EMAIL_TEMPLATES)('%s names the product and the support address in both formats', (name) => {
    const { html, text } = render(name);
    expect(html).toContain('Tally &amp; Co');
    expect(html).toContain('mailto:help@example.com');
    expect(text).toContain('Tally & Co');
    expect(text).toContain('help@example.com');
  });

  it.each(['welcome', 'confirm-email', 'reset-password', 'sign-in', 'confirm-email-change'] as const)(
    '%s contains its link in both formats',
    (name) => {
      const { html, text } = render(name);
      expect(html).toContain('href="https://site.example.com/auth/confirm?token=abc&amp;type=payment"');
      expect(text).toContain(LINK.url);
    },
  );

  it.each(['confirm-email', 'reset-password', 'sign-in', 'confirm-email-change'] as const)(
    '%s shows the one-time code next to its link, if there is one',
    (name) => {
      const renderWith = (code?: string) => {
        const link = { ...LINK, ...(code ? { code } : {}) };
        const body = templateNamed(name).body(SAMPLES[name], BRAND, link);
        return `${renderHtml(body, BRAND)} ${renderText(body, BRAND)}`;
      };
      expect(renderWith('314159').match(/314159/g)).toHaveLength(2);
      expect(renderWith()).not.toContain('one-time code');
    },
  );

  it.each(EMAIL_TEMPLATES)('%s shows dates with the year and deadlines with the time', (name) => {
    const text = render(name, SAMPLES[name]).text.replaceAll(/\s+/g, ' ');
    expect(text).not.toMatch(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+(?!\d*, \d{4})/);
    expect(text).not.toMatch(/\buntil [A-Z]\w+ \d+, \d{4}(?!, \d+:\d+ [AP]M UTC)/);
  });

  it('throw for an unknown template', () => {
    expect(() => templateNamed('farewell')).toThrow('farewell');
  });
});

describe('emails with a link to the account', () => {
  it.each(['reset-password', 'sign-in'] as const)('%s says how long its link works', (name) => {
    expect(render(name).text.replaceAll(/\s+/g, ' ')).toContain(
      'This link works for 24 hours and only once.',
    );
  });

  it.each([
    [true, 'Confirm the change:'],
    [false, 'Confirm new email address:'],
  ])('confirm-email-change to the current address (%s) has the button %s', (toCurrent, label) => {
    expect(render('confirm-email-change', { ...SAMPLES['confirm-email-change'], toCurrent }).text).toContain(
      label,
    );
  });
});

describe('the email about a dispute', () => {
  it.each([
    ['needs_response', 'A customer disputed a payment'],
    ['won', 'You won a dispute'],
    ['lost', 'You lost a dispute'],
  ])('says in the subject that it is %s', (status, subject) => {
    const params = { ...SAMPLES['payment-disputed'], status };
    const template = templateNamed('payment-disputed');
    expect(template.subject(BRAND, params)).toBe(subject);
    expect(template.body(params, BRAND, LINK).heading).toBe(subject);
  });
});

describe('the welcome email', () => {
  const params = {
    name: 'Ada',
    hasPassword: true,
    tier: 'team',
    interval: 'year',
    amountCents: 49_900,
    until: '2026-12-24T10:00:00Z',
  };

  it('shows what was bought and the next steps', () => {
    const { text } = render('welcome', params);
    expect(text).toContain('Plan: Team');
    expect(text).toContain('Paid: $499 · Renews yearly');
    expect(text).toContain('Renews on: Dec 24, 2026 (UTC)');
    expect(text).toMatch(
      /1\. Open your dashboard: https:\/\/app\.example\.com\n2\. Connect .*\n3\. Invite your team/,
    );
  });

  it('links to the receipt and the billing page once something was paid', () => {
    const { html, text } = render('welcome', params);
    expect(text).toContain('Receipt and billing:\nhttps://site.example.com/account/billing\n');
    expect(html).toContain('href="https://site.example.com/account/billing"');
    expect(render('welcome', { ...params, tier: 'free' }).text).not.toContain('billing');
  });

  it.each([
    [{ amount: 49_900, currency: 'usd' }, ['Paid: $499 · Renews yearly']],
    [{ amount: 48_050, currency: 'usd' }, ['Paid: $480.50', 'Price: $499 per year']],
    [{ amount: 49_900, currency: 'eur' }, ['Paid: €499', 'Price: $499 per year']],
    [{ amount: 500, currency: 'jpy' }, ['Paid: ¥500', 'Price: $499 per year']],
  ])('shows what was actually paid: %j', (paid, lines) => {
    const { text } = render('welcome', { ...params, paid });
    expect(text.split('\n').filter((line) => /^(Paid|Price):/.test(line))).toEqual(lines);
  });

  it('asks for a password if none was chosen', () => {
    expect(render('welcome', { ...params, hasPassword: false }).text).toContain('Choose a password');
  });

  it('checks for a password when the email is sent, not when it is queued', () => {
    const body = TEMPLATES.welcome.body(params as never, BRAND, { ...LINK, hasPassword: false });
    expect(renderText(body, BRAND)).toContain('Choose a password');
  });

  it.each([
    [true, 'Sign in:\n' + LINK.url],
    [false, 'replace the email of your account'],
  ])(
    "to an address other than the account's (password: %s) says what it can do: %s",
    (hasPassword, advice) => {
      const body = TEMPLATES.welcome.body(params as never, BRAND, {
        ...LINK,
        hasPassword,
        confirmsEmail: false,
      });
      const text = renderText(body, BRAND);
      expect(text).toContain('Your account still uses another email address.');
      expect(text.replaceAll(/[ \n]+/g, ' ')).toContain(advice.replaceAll('\n', ' '));
      expect(text).not.toMatch(/confirm your email|choose a password|this wasn’t me/i);
      expect(text.includes(LINK.url)).toBe(hasPassword);
    },
  );

  it('links to the app once the address is confirmed', () => {
    const body = TEMPLATES.welcome.body(params as never, BRAND, { url: BRAND.appUrl, oneTime: false });
    const text = renderText(body, BRAND);
    expect(text).toContain('Open the app:\nhttps://app.example.com');
    expect(text).not.toContain('/auth/confirm');
  });

  it('shows the limits of a free trial and no price', () => {
    const { text } = render('welcome', { ...params, tier: 'free', interval: null, amountCents: null });
    expect(text).toContain('14-day free trial');
    expect(text).toContain('Tracked subscriptions: Up to 3');
    expect(text).not.toContain('Paid');
  });
});

describe('the new sign-in email', () => {
  const params = {
    name: 'Ada',
    device: 'Firefox on Linux',
    ipAddress: '203.0.113.7',
    at: '2026-12-24T10:00:00Z',
  };

  it('shows the device, address and time, and what to do', () => {
    const { text } = render('new-sign-in', params);
    expect(text).toContain('Device: Firefox on Linux');
    expect(text).toContain('IP address: 203.0.113.7');
    expect(text).toMatch(/Time: Dec 24, 2026, 10:00\sAM UTC/);
    expect(text).toContain('Reset your password:\nhttps://site.example.com/auth/forgot');
  });

  it('shows an unknown device as unknown', () => {
    expect(render('new-sign-in', { ...params, device: null, ipAddress: null }).text).toContain(
      'Device: Unknown',
    );
  });
});

describe('the failed payment email', () => {
  it("leads to the customer's own page, where the invoice can be paid", () => {
    const params = { name: 'Ada', plan: 'team', payUrl: 'https://pay.example.com/expires' };
    const { html, text } = render('payment-failed', {
      ...params,
      nextAttemptAt: '2026-12-24T10:00:00Z',
      accessUntil: '2026-12-25T10:00:00Z',
    });
    expect(text).toContain('Pay now:\nhttps://site.example.com/account/billing?do=pay');
    expect(html).toContain('href="https://site.example.com/account/billing?do=pay"');
    expect(html).not.toContain('pay.example.com');
    const ended = render('payment-failed', { ...params, nextAttemptAt: null, accessUntil: null });
    expect(ended.text).toContain('See plans:\nhttps://site.example.com/pricing');
  });

  it('asks for a different card, and promises no retry, when the bank will not accept this one again', () => {
    const { html, text } = render('payment-failed', {
      name: 'Ada',
      plan: 'team',
      failureCode: 'expired_card',
      nextAttemptAt: '2026-12-24T10:00:00Z',
      accessUntil: '2026-12-25T10:00:00Z',
    });
    expect(text).toContain('Use a different card:\nhttps://site.example.com/account/billing?do=pay');
    expect(html).toContain('Please pay with a different card.');
    expect(text).toMatch(/Your access ends on Dec 25, 2026, 10:00\sAM UTC unless you pay before\sthen\./);
    expect(html + text).not.toMatch(/try again|Pay now|at least/);
  });
});

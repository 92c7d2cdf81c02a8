import { EMAIL_TEMPLATES } from '@subscription-site/shared/contracts';
import { TEMPLATES, templateNamed, type TemplateName } from './catalog.js';
import { renderHtml } from './html.js';
import type { Brand } from './template.js';
import { renderText } from './plain-text.js';

const BRAND: Brand = {
  productName: 'Tally & Co',
  siteUrl: 'https://site.example.com',
  appUrl: 'https://app.example.com',
  supportEmail: 'help@example.com',
};
const LINK = { url: 'https://site.example.com/auth/confirm?token=abc&type=payment', oneTime: true };
const EVIL = `"><script>alert('x')</script>\r\nBcc: all@example.com`;

/** Parameters of each template with hostile user-supplied text. */
const HOSTILE: Record<TemplateName, object> = {
  welcome: {
    name: EVIL,
    hasPassword: true,
    tier: 'team',
    interval: 'year',
    amountCents: 49_900,
    until: '2026-12-24T10:00:00Z',
  },
  'confirm-email': { name: EVIL, redirectTo: null },
  'reset-password': { name: EVIL, redirectTo: null },
  'sign-in': { name: EVIL, redirectTo: null },
  invitation: { name: EVIL, redirectTo: null },
  'confirm-email-change': { name: EVIL, redirectTo: null, newEmail: EVIL },
  'email-changed': { name: EVIL },
  'password-changed': { name: EVIL },
  reauthentication: { name: EVIL },
  'new-sign-in': { name: EVIL, device: EVIL, ipAddress: EVIL, at: '2026-12-24T10:00:00Z' },
  'mfa-factor-enrolled': { name: EVIL, factor: 'totp' },
  'mfa-factor-unenrolled': { name: EVIL, factor: 'totp' },
  'passkey-added': { name: EVIL },
  'passkey-removed': { name: EVIL },
  'phone-changed': { name: EVIL },
  'recovery-codes-generated': { name: EVIL },
  'recovery-code-used': { name: EVIL, remaining: 1 },
  refund: { name: EVIL, amountCents: 4900 },
  'payment-failed': { name: EVIL, plan: 'growth', payUrl: `https://pay.example.com/"${EVIL}` },
  'cancellation-failed': { userId: EVIL, reason: EVIL },
  'unrecognized-account': { userId: EVIL, address: EVIL },
  'payment-needs-review': { cause: 'amount', details: EVIL, paymentId: EVIL, amountCents: 4900, others: 2 },
  'payment-unclaimed': { paymentId: EVIL, amountCents: 4900 },
  'recurring-setup-failed': { paymentId: EVIL, amountCents: 4900, reason: EVIL },
  'refund-failed': { paymentId: EVIL, amountCents: 4900, reason: EVIL },
  'story-received': { name: EVIL, company: EVIL, email: 'ada@example.com', story: `${EVIL}\nsecond line` },
};

const render = (name: TemplateName, params = HOSTILE[name]) => {
  const body = templateNamed(name).body(params, BRAND, LINK);
  return { html: renderHtml(body, BRAND), text: renderText(body, BRAND) };
};

describe('emails', () => {
  it('have unique subjects without user-supplied text', () => {
    const subjects = EMAIL_TEMPLATES.map((name) => TEMPLATES[name].subject(BRAND));
    expect(new Set(subjects).size).toBe(EMAIL_TEMPLATES.length);
  });

  it.each(EMAIL_TEMPLATES)('%s escapes hostile text', (name) => {
    const { html, text } = render(name);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(html.match(/href="[^"]*"/g)!.every((href) => !href.includes('<'))).toBe(true);
    expect(text).not.toContain('\r');
    expect(text.split('\n').filter((line) => line.startsWith('Bcc:'))).toEqual([]);
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
        const body = templateNamed(name).body(HOSTILE[name], BRAND, link);
        return `${renderHtml(body, BRAND)} ${renderText(body, BRAND)}`;
      };
      expect(renderWith('314159').match(/314159/g)).toHaveLength(2);
      expect(renderWith()).not.toContain('one-time code');
    },
  );

  it('throw for an unknown template', () => {
    expect(() => templateNamed('farewell')).toThrow('farewell');
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
    expect(text).toContain('Paid: $499 per year');
    expect(text).toContain('Renews on: Dec 24, 2026');
    expect(text).toMatch(
      /1\. Open your dashboard: https:\/\/app\.example\.com\n2\. Connect .*\n3\. Invite your team/,
    );
  });

  it.each([
    [{ amount: 49_900, currency: 'usd' }, ['Paid: $499 per year']],
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
  it('links to the invoice page, and never to anything but a web page', () => {
    const params = { name: 'Ada', plan: 'team' };
    expect(
      render('payment-failed', { ...params, payUrl: 'https://pay.example.com/i?a=1&b=2' }).html,
    ).toContain('href="https://pay.example.com/i?a=1&amp;b=2"');
    for (const payUrl of [null, 'javascript:alert(1)', 'nowhere']) {
      const { html, text } = render('payment-failed', { ...params, payUrl });
      expect(html).not.toContain('javascript:');
      expect(text).toContain('Sign in:\nhttps://site.example.com/auth');
    }
  });
});

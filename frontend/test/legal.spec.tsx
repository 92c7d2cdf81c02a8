import { createHash } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { privacy } from '../src/content/legal/privacy';
import { terms } from '../src/content/legal/terms';
import { configureSite, visit } from './support/site';

configureSite({
  productName: 'Tallybird',
  supportEmail: 'help@tallybird.example',
  company: 'Tallybird Inc.',
  companyAddress: '1 Example Street, Springfield',
});

/** Hashes of the wordings by version. Add a line for a new version, and never change the others. */
const WORDINGS: Record<string, string> = {
  '2026-11-23': '8100c1be3420f316',
  '2026-11-24': '3353d90a36b404a5',
  '2026-11-25': '4c679eeae7d06abd',
};

const PAGES = [
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/cookies', 'Cookie Policy'],
  ['/gdpr', 'GDPR'],
] as const;

describe.each(PAGES)('%s', (path, title) => {
  it('was updated today, in UTC', async () => {
    visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const today = new Date().toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
    expect(screen.getByText('Last updated:', { exact: false })).toHaveTextContent(`Last updated: ${today}`);
  });

  it('has a table of contents with working anchors', async () => {
    visit(path);
    const contents = within(await screen.findByRole('navigation', { name: 'On this page' }));
    const anchors = contents.getAllByRole('link').map((link) => link.getAttribute('href')!);
    const headings = screen
      .getAllByRole('heading', { level: 2 })
      .filter((heading) => screen.getByRole('main').contains(heading));
    expect(anchors).toEqual(headings.map(({ id }) => `#${id}`));
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('names the product, the company and how to reach it', async () => {
    visit(path);
    await screen.findByRole('heading', { level: 1, name: title });
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('link', { name: 'help@tallybird.example' })[0]).toHaveAttribute(
      'href',
      'mailto:help@tallybird.example',
    );
    expect(main.queryByText(/the product|support@example\.com/)).toBeNull();
    expect(screen.getByRole('main')).toHaveTextContent(
      'You can reach Tallybird Inc. by mail at 1 Example Street, Springfield, or by email at help@tallybird.example.',
    );
  });
});

describe.each([
  [
    '/terms',
    [
      /the agreement between you and Tallybird Inc\. \(“we”\)/,
      /billed monthly or annually in advance/,
      /renews automatically/,
      /no refunds for partial periods/,
      /refund everything you paid for a plan if you ask within 30 days/,
      /your data is retained for 30 days/,
      /free trial lasts 14 days/,
      /at least 16 years old/,
      /\$49\$499/,
      /\$99\$999/,
    ],
  ],
  [
    '/privacy',
    [
      /The controller of the personal data described here is Tallybird Inc\. \(“we”\)/,
      /Deletion is completed within 30 days/,
      /answered within 30 days\. .* extend this by two months/,
      /within 72 hours/,
      /not for people under 16/,
    ],
  ],
  [
    '/cookies',
    [
      /Authentication cookies.* last up to 30 days/,
      /analytics cookies last about 2 years/,
      /sessionLocal storage/,
      /checkoutCookie/,
      /pending-paymentSession storage/,
      /buyerSession storage/,
      /reloaded-for-chunkSession storage/,
    ],
  ],
  [
    '/gdpr',
    [
      /deleted within 30 days/,
      /answered within 30 days.*extended by two months/,
      /within 72 hours/,
      /minimum age is 16/,
    ],
  ],
])('%s', (path, sentences) => {
  it('says what it must say', async () => {
    visit(path);
    await screen.findByRole('heading', { level: 1 });
    for (const sentence of sentences) expect(screen.getByRole('main')).toHaveTextContent(sentence);
  });
});

describe('the terms', () => {
  it('and the privacy policy have a new version whenever their wording changes', () => {
    const facts = { productName: 'P', supportEmail: 'E', company: 'C', companyAddress: 'A' };
    // The typography is not part of the wording.
    const wording = JSON.stringify([terms(facts), privacy(facts)]).replaceAll('’', "'");
    const hash = createHash('sha256').update(wording).digest('hex').slice(0, 16);
    expect(new Set(Object.values(WORDINGS)).size).toBe(Object.keys(WORDINGS).length);
    expect({ [TERMS_VERSION]: hash }).toEqual({
      [Object.keys(WORDINGS).at(-1)!]: Object.values(WORDINGS).at(-1),
    });
  });

  it('link to the pages for canceling and withdrawing without signing in', async () => {
    visit('/terms');
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1 });
    for (const [name, path] of [
      ['Cancel contracts here', '/cancel'],
      ['Withdraw from contract here', '/cancel/withdraw'],
    ] as const)
      expect(main.getByRole('link', { name })).toHaveAttribute('href', path);
  });
});

describe('forms that ask for consent', () => {
  it('link to the terms and the privacy policy', async () => {
    visit('/auth');
    expect((await screen.findAllByRole('link', { name: 'Terms of Service' }))[0]).toHaveAttribute(
      'href',
      '/terms',
    );
    expect(screen.getAllByRole('link', { name: 'Privacy Policy' })[0]).toHaveAttribute('href', '/privacy');
  });
});

import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { Content as TermsContent } from '../src/app/routes/legal/terms-content';
import { configureSite, visit } from './support/site';

configureSite({
  productName: 'Tallybird',
  supportEmail: 'help@tallybird.example',
  company: 'Tallybird Inc.',
  companyAddress: '1 Example Street, Springfield',
});

describe.each([
  [
    '/terms',
    'Terms of Service',
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
    'Privacy Policy',
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
    'Cookie Policy',
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
    'GDPR',
    [
      /deleted within 30 days/,
      /answered within 30 days.*extended by two months/,
      /within 72 hours/,
      /minimum age is 16/,
    ],
  ],
])('%s', (path, title, sentences) => {
  it('says what it must, when it was updated, whose it is, and has a table of contents', async () => {
    visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const main = screen.getByRole('main');
    const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    for (const sentence of [
      `Last updated: ${today}`,
      'You can reach Tallybird Inc. by mail at 1 Example Street, Springfield, or by email at help@tallybird.example.',
      ...sentences,
    ])
      expect(main).toHaveTextContent(sentence);
    const [contact] = within(main).getAllByRole('link', { name: 'help@tallybird.example' });
    expect(contact).toHaveAttribute('href', 'mailto:help@tallybird.example');
    expect(within(main).queryByText(/the product|support@example\.com/)).toBeNull();

    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    const anchors = contents.getAllByRole('link').map((link) => link.getAttribute('href')!);
    const headings = within(main).getAllByRole('heading', { level: 2 });
    expect(anchors).toEqual(headings.map(({ id }) => `#${id}`));
    expect(new Set(anchors).size).toBe(anchors.length);
  });
});

it('the terms link to the pages for canceling and withdrawing without signing in', () => {
  render(<TermsContent />, { wrapper: MemoryRouter });
  for (const [name, path] of [
    ['Cancel contracts here', '/cancel'],
    ['Withdraw from contract here', '/cancel/withdraw'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});

it('forms that ask for consent link to the terms and the privacy policy', async () => {
  visit('/auth');
  const [termsLink] = await screen.findAllByRole('link', { name: 'Terms of Service' });
  expect(termsLink).toHaveAttribute('href', '/terms');
  expect(screen.getAllByRole('link', { name: 'Privacy Policy' })[0]).toHaveAttribute('href', '/privacy');
});

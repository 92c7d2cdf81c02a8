import { EMAIL_TEMPLATES } from '@subscription-site/shared/contracts';
import fc from 'fast-check';
import LinkifyIt from 'linkify-it';
import { find } from 'linkifyjs';
import { templateNamed, type TemplateName } from './catalog.js';
import { renderHtml } from './html.js';
import type { Brand } from './template.js';
import { renderText } from './plain-text.js';
import { SAMPLES } from './samples.js';
import { greeting } from './wording.js';

const BRAND: Brand = {
  productName: 'Tally & Co',
  siteUrl: 'https://site.example.com',
  appUrl: 'https://app.example.com',
  supportEmail: 'help@example.com',
};
const LINK = { url: 'https://site.example.com/auth/confirm?token=abc', oneTime: true, code: '314159' };

/** Parameters set by the product or the payment provider. All other text may be user-supplied. */
const TRUSTED = [
  'tier',
  'interval',
  'until',
  'at',
  'factor',
  'plan',
  'redirectTo',
  'ipAddress',
  'currency',
  'nextAttemptAt',
  'accessUntil',
  'paidAt',
  'periodStart',
  'periodEnd',
  'end',
  'status',
  'evidenceDueAt',
  'kind',
  'receivedAt',
  'endsAt',
  'linkExpiresAt',
  'outcome',
];

const ADDRESSES = ['email', 'newEmail', 'address'];

const linkifyIt = new LinkifyIt(undefined, { fuzzyIP: true }).tlds('example', true);

/** What email clients would turn into links, according to two link detection libraries. */
function linksIn(text: string): string[] {
  const found = [
    ...(linkifyIt.match(text) ?? []).map(({ url }) => url),
    ...find(text).map(({ href }) => href),
  ];
  return [...new Set(found)].sort();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The visible text of the HTML. */
function visibleText(html: string): string {
  const body = html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ');
  return body.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!);
}

interface RenderedLinks {
  text: string[];
  html: string[];
  anchors: number;
}

/** Replaces user-supplied strings with `text`, and email addresses with `address` if given. */
function replaceText(params: object, text: string, address?: string, isNested = false): object {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => {
      if (isNested && value !== null && typeof value === 'object')
        return [key, replaceText(value as object, text, address)];
      if (typeof value !== 'string' || TRUSTED.includes(key)) return [key, value];
      return [key, ADDRESSES.includes(key) ? (address ?? value) : text];
    }),
  );
}

function renderLinks(name: TemplateName, text: string, address?: string): RenderedLinks {
  const params = replaceText(SAMPLES[name], text, address);
  const body = templateNamed(name).body(params, BRAND, LINK);
  const html = renderHtml(body, BRAND);
  return {
    text: linksIn(renderText(body, BRAND)),
    html: linksIn(visibleText(html)),
    anchors: html.match(/<a\b/g)?.length ?? 0,
  };
}

const PIECES = [
  ...'evil www WWW http https hxxp ftp mailto javascript localhost x 1 192 8080'.split(' '),
  ...'com org example рф xn--p1ai co reset bücher 例え Ada %2e &#46;'.split(' '),
  ...'. . . 。 ． ｡ ․ / // :// ⁄ ∕ ／ : ： @ ＠ \\ - _ ? # & = < > " \' ( ) [ ] , ; ! + ~'.split(' '),
  ...' \n\t\u200b\u200c\u200d\u00ad\u2060\ufeff\u202e\u200f\u0000',
];
const hostileText = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join('')),
  },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.emailAddress().map((address) => `www.evil.com/${address}`) },
  { weight: 1, arbitrary: fc.tuple(fc.domain(), fc.webPath()).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.oneof(fc.ipV4(), fc.ipV6()) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
);

describe('user-supplied text in an email', () => {
  it.each(EMAIL_TEMPLATES)('%s: is escaped', (name) => {
    const hostile = `"><script>alert('x')</script>\r\nBcc: all@example.com`;
    const params = replaceText(SAMPLES[name], hostile, hostile, true);
    const body = templateNamed(name).body(params, BRAND, LINK);
    const html = renderHtml(body, BRAND);
    const text = renderText(body, BRAND);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(html.match(/href="[^"]*"/g)!.every((href) => !href.includes('<'))).toBe(true);
    expect(text).not.toContain('\r');
    expect(text.split('\n').filter((line) => line.startsWith('Bcc:'))).toEqual([]);
  });

  it('would be turned into links by the libraries used here', () => {
    expect(linksIn('see evil.com/reset')).toEqual(['http://evil.com/reset']);
    expect(linksIn('see www-evil.example/reset')).toEqual(['http://www-evil.example/reset']);
    expect(linksIn('ada@evil.example')).toEqual(['mailto:ada@evil.example']);
  });

  it.each(EMAIL_TEMPLATES)('%s: never becomes a link', (name) => {
    const safe = renderLinks(name, 'Ada');
    fc.assert(fc.property(hostileText, (text) => expect(renderLinks(name, text)).toEqual(safe)));
  });

  const withAddress = EMAIL_TEMPLATES.filter((name) => ADDRESSES.some((key) => key in SAMPLES[name]));

  it.each(withAddress)('%s: never links to a web page when given as an email address', (name) => {
    const safe = renderLinks(name, 'Ada', 'unknown');
    const local = fc.stringMatching(/^[a-z0-9./_+-]{1,20}$/);
    const addresses = fc.oneof(
      fc.emailAddress(),
      fc.tuple(local, fc.domain()).map(([before, after]) => `${before}@${after}`),
      hostileText,
    );
    const pages = (links: string[]) => links.filter((link) => !link.startsWith('mailto:'));
    fc.assert(
      fc.property(addresses, (address) => {
        const { text, html, anchors } = renderLinks(name, 'Ada', address);
        expect([pages(text), pages(html)]).toEqual([pages(safe.text), pages(safe.html)]);
        expect(anchors).toBe(safe.anchors);
      }),
      { examples: [['localhost@evil']] },
    );
  });

  it('is omitted when given as an IP address', () => {
    const params = { ...SAMPLES['new-sign-in'], ipAddress: 'evil.com' };
    const text = renderText(templateNamed('new-sign-in').body(params, BRAND, LINK), BRAND);
    expect(text).toContain('IP address: Unknown');
    expect(text).not.toContain('evil');
  });
});

describe('real names', () => {
  it.each(['J. R. R. Tolkien', 'Martin Luther King Jr.', "Mary-Jane O'Neil", '毛泽东', 'Ravi Kumar, 2nd'])(
    'stay unchanged: %s',
    (name) => expect(greeting(name)).toBe(`Hi ${name},`),
  );

  it.each(['Dr.Smith', 'St.John', 'Anne.Marie', 'will.i.am', 'Ravi s/o Kumar', 'Smith: Ada'])(
    'look unchanged but are not linked: %s',
    (name) => {
      const shown = greeting(name);
      expect(shown.replaceAll('\u200c', '')).toBe(`Hi ${name},`);
      expect(linksIn(shown)).toEqual([]);
    },
  );
});

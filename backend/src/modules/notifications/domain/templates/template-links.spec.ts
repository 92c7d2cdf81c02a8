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

/** Parameters that are the product's own words or the provider's; every other text may be a stranger's. */
const OUR_OWN = ['tier', 'interval', 'until', 'at', 'factor', 'plan', 'payUrl', 'redirectTo', 'ipAddress'];

const ADDRESSES = ['email', 'newEmail', 'address'];

const linkifyIt = new LinkifyIt(undefined, { fuzzyIP: true }).tlds('example', true);

/** What email programs would make links of, by two libraries that do it for a living. */
function linksIn(text: string): string[] {
  const found = [
    ...(linkifyIt.match(text) ?? []).map(({ url }) => url),
    ...find(text).map(({ href }) => href),
  ];
  return [...new Set(found)].sort();
}

const ALPHABET: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a reader of the HTML sees, tag by tag. */
function seenIn(html: string): string {
  const body = html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ');
  return body.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ALPHABET[name]!);
}

interface Rendered {
  text: string[];
  html: string[];
  anchors: number;
}

/** The template's email with these words wherever a stranger's may stand, and with this address in the place of its own. */
function render(name: TemplateName, words: string, address?: string): Rendered {
  const params = Object.fromEntries(
    Object.entries(SAMPLES[name]).map(([key, value]) => {
      if (typeof value !== 'string' || OUR_OWN.includes(key)) return [key, value];
      return [key, ADDRESSES.includes(key) ? (address ?? value) : words];
    }),
  );
  const body = templateNamed(name).body(params, BRAND, LINK);
  const html = renderHtml(body, BRAND);
  return {
    text: linksIn(renderText(body, BRAND)),
    html: linksIn(seenIn(html)),
    anchors: html.match(/<a\b/g)?.length ?? 0,
  };
}

const PIECES = [
  ...'evil www WWW http https hxxp ftp mailto javascript localhost x 1 192 8080'.split(' '),
  ...'com org example рф xn--p1ai co reset bücher 例え Ada %2e &#46;'.split(' '),
  ...'. . . 。 ． ｡ ․ / // :// ⁄ ∕ ／ : ： @ ＠ \\ - _ ? # & = < > " \' ( ) [ ] , ; ! + ~'.split(' '),
  ...' \n\t\u200b\u200c\u200d\u00ad\u2060\ufeff\u202e\u200f\u0000',
];
const words = fc.oneof(
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

describe("a stranger's words in an email", () => {
  it('are judged by libraries that know a link when they see one', () => {
    expect(linksIn('see evil.com/reset')).toEqual(['http://evil.com/reset']);
    expect(linksIn('see www-evil.example/reset')).toEqual(['http://www-evil.example/reset']);
    expect(linksIn('ada@evil.example')).toEqual(['mailto:ada@evil.example']);
  });

  it.each(EMAIL_TEMPLATES)('%s: make no link, whatever they are', (name) => {
    const ours = render(name, 'Ada');
    fc.assert(fc.property(words, (theirs) => expect(render(name, theirs)).toEqual(ours)));
  });

  const withAddress = EMAIL_TEMPLATES.filter((name) => ADDRESSES.some((key) => key in SAMPLES[name]));

  it.each(withAddress)('%s: in the place of an address lead to no page', (name) => {
    const ours = render(name, 'Ada', 'nobody');
    const local = fc.stringMatching(/^[a-z0-9./_+-]{1,20}$/);
    const addresses = fc.oneof(
      fc.emailAddress(),
      fc.tuple(local, fc.domain()).map(([before, after]) => `${before}@${after}`),
      words,
    );
    const pages = (links: string[]) => links.filter((link) => !link.startsWith('mailto:'));
    fc.assert(
      fc.property(addresses, (address) => {
        const { text, html, anchors } = render(name, 'Ada', address);
        expect([pages(text), pages(html)]).toEqual([pages(ours.text), pages(ours.html)]);
        expect(anchors).toBe(ours.anchors);
      }),
    );
  });

  it('in the place of an internet address are left out', () => {
    const params = { ...SAMPLES['new-sign-in'], ipAddress: 'evil.com' };
    const text = renderText(templateNamed('new-sign-in').body(params, BRAND, LINK), BRAND);
    expect(text).toContain('Internet address: Unknown');
    expect(text).not.toContain('evil');
  });
});

describe('the names that people have', () => {
  it.each(['J. R. R. Tolkien', 'Martin Luther King Jr.', "Mary-Jane O'Neil", '毛泽东', 'Ravi Kumar, 2nd'])(
    'stay as they are: %s',
    (name) => expect(greeting(name)).toBe(`Hello ${name}.`),
  );

  it.each(['Dr.Smith', 'St.John', 'Anne.Marie', 'will.i.am', 'Ravi s/o Kumar', 'Smith: Ada'])(
    'are read as they are: %s',
    (name) => {
      const shown = greeting(name);
      expect(shown.replaceAll('\u200c', '')).toBe(`Hello ${name}.`);
      expect(linksIn(shown)).toEqual([]);
    },
  );
});

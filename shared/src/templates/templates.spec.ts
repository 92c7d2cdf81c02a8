import { fillIn, jsonText, mark, namesToday, type Facts } from './index.js';

const facts: Facts = {
  productName: `Tom & "Jerry's" </script> {{siteUrl}}`,
  supportEmail: 'a+b@example.com',
  company: 'Example & Sons Inc.',
  companyAddress: '1 Example Street',
  appUrl: 'https://app.example.com/?a=1&b=2',
  siteUrl: 'https://example.com',
  today: 'November 21, 2026',
  todayIso: '2026-11-21',
};

describe('filling in a template', () => {
  it('escapes for HTML text and quoted attributes', () => {
    expect(fillIn(`<a href="${mark('appUrl')}" title="${mark('productName')}">`, facts)).toBe(
      '<a href="https://app.example.com/?a=1&amp;b=2" title="Tom &amp; &quot;Jerry&#x27;s&quot; &lt;/script&gt; {{siteUrl}}">',
    );
  });

  it('escapes for JSON in a script element', () => {
    const filled = fillIn(`{"name":"${mark('productName', 'json')}"}`, facts);
    expect(filled).not.toContain('</script>');
    expect(JSON.parse(filled)).toEqual({ name: facts.productName });
  });

  it('encodes what was encoded as part of an address', () => {
    const href = `mailto:x?subject=${encodeURIComponent(mark('productName'))}&body=${encodeURIComponent(mark('appUrl', 'text'))}`;
    const { searchParams } = new URL(fillIn(href, facts));
    expect(searchParams.get('subject')).toBe(facts.productName);
    expect(searchParams.get('body')).toBe(facts.appUrl);
  });

  it('leaves plain text plain, and what is no mark alone', () => {
    expect(fillIn(`${mark('siteUrl', 'text')}/a {{other}}`, facts)).toBe('https://example.com/a {{other}}');
  });

  it('knows what names the present day', () => {
    expect(namesToday(`<time>${mark('today')}</time>`)).toBe(true);
    expect(namesToday(`${mark('siteUrl')} today`)).toBe(false);
  });
});

describe('JSON for a script element', () => {
  it('neither ends the element nor begins a comment in it', () => {
    const value = { a: '</script><!--', b: '\u2028' };
    expect(jsonText(value)).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(jsonText(value))).toEqual(value);
  });
});

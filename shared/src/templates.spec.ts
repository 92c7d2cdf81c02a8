import {
  renderTemplate,
  jsonForScript,
  placeholder,
  dependsOnDate,
  type TemplateValues,
} from './templates.js';

const facts: TemplateValues = {
  productName: `Tom & "Jerry's" </script> {{siteUrl}}`,
  supportEmail: 'a+b@example.com',
  company: 'Example & Sons Inc.',
  companyAddress: '1 Example Street',
  appUrl: 'https://app.example.com/?a=1&b=2',
  siteUrl: 'https://example.com',
  today: 'November 21, 2026',
  todayIso: '2026-11-21',
};

describe('template rendering', () => {
  it('escapes for HTML text and quoted attributes', () => {
    expect(
      renderTemplate(`<a href="${placeholder('appUrl')}" title="${placeholder('productName')}">`, facts),
    ).toBe(
      '<a href="https://app.example.com/?a=1&amp;b=2" title="Tom &amp; &quot;Jerry&#x27;s&quot; &lt;/script&gt; {{siteUrl}}">',
    );
  });

  it('escapes for JSON in a script element', () => {
    const filled = renderTemplate(`{"name":"${placeholder('productName', 'json')}"}`, facts);
    expect(filled).not.toContain('</script>');
    expect(JSON.parse(filled)).toEqual({ name: facts.productName });
  });

  it('URL-encodes the values of URL-encoded placeholders', () => {
    const href = `mailto:x?subject=${encodeURIComponent(placeholder('productName'))}&body=${encodeURIComponent(placeholder('appUrl', 'text'))}`;
    const { searchParams } = new URL(renderTemplate(href, facts));
    expect(searchParams.get('subject')).toBe(facts.productName);
    expect(searchParams.get('body')).toBe(facts.appUrl);
  });

  it('leaves plain text and unknown placeholders unchanged', () => {
    expect(renderTemplate(`${placeholder('siteUrl', 'text')}/a {{other}}`, facts)).toBe(
      'https://example.com/a {{other}}',
    );
  });

  it('detects templates that contain the current date', () => {
    expect(dependsOnDate(`<time>${placeholder('today')}</time>`)).toBe(true);
    expect(dependsOnDate(`${placeholder('siteUrl')} today`)).toBe(false);
  });
});

describe('JSON for a script element', () => {
  it('cannot close the element or open a comment in it', () => {
    const value = { a: '</script><!--', b: '\u2028' };
    expect(jsonForScript(value)).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(jsonForScript(value))).toEqual(value);
  });
});

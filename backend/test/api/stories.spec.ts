import { eventually } from '../support/eventually.js';
import { startEmailFixture, type EmailFixture } from '../support/email-fixture.js';

const STORY = {
  name: 'Ada Lovelace',
  company: 'Engines & Sons',
  email: 'ada@engines.example.com',
  story: 'We found eleven subscriptions that no one used.\nThen we found three more.',
  consent: true,
};

async function share(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/functions/v1/share-story`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

describe('share-story', () => {
  let product: EmailFixture;
  beforeAll(async () => {
    product = await startEmailFixture();
    await product.startWorker();
  });
  afterAll(() => product?.stop());

  it('stores a story and emails it to staff with the sender as Reply-To', async () => {
    expect(await share(product.url, STORY)).toMatchObject({ status: 202, body: { status: 'received' } });

    const email = await eventually(async () => {
      const [first] = await product.emailsTo(product.settings.supportEmail);
      return product.openEmail(first!);
    });

    expect(email.text).toContain(
      '> We found eleven subscriptions that no one used.\n> Then we found three more.',
    );
    expect(email.html).toContain('Engines &amp; Sons');
    expect(email.headers).toContainEqual({ name: 'Reply-To', value: STORY.email });
    const stored = await product.database.query({ text: 'select name, company, consented_at from stories' });
    expect(stored).toEqual([{ name: STORY.name, company: STORY.company, consented_at: expect.any(Date) }]);
  });

  it.each([
    ['name', 'a link', { name: 'see https://spam.example.com' }],
    ['name', 'a second line', { name: 'Ada\r\nBcc: all@example.com' }],
    ['company', 'an address', { company: 'mail me@example.com' }],
    ['company', 'nothing', { company: '  ' }],
    ['email', 'a list', { email: 'a@example.com,b@example.com' }],
    ['email', 'a header', { email: 'a@example.com\nBcc: b@example.com' }],
    ['email', 'no address', { email: 'ada' }],
    ['story', 'too short', { story: 'Nice.' }],
    ['story', 'too long', { story: 'x'.repeat(5001) }],
    ['story', 'a zero byte', { story: `${'x'.repeat(30)}\u0000` }],
    ['story', 'half a character', { story: `${'x'.repeat(30)}\ud800` }],
    ['consent', 'no', { consent: false }],
    ['consent', 'not said', { consent: undefined }],
    ['rating', 'an unknown field', { rating: 5 }],
  ])('names an invalid %s: %s', async (field, _, changes) => {
    expect(await share(product.url, { ...STORY, ...changes })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', details: { fields: [{ field }] } },
    });
  });
});

describe('share-story limits', () => {
  it('allow a few stories per sender and IP address, then respond with Retry-After', async () => {
    const product = await startEmailFixture({ RATE_LIMITS: 'on' });
    try {
      const responses = [];
      for (let call = 0; call < 4; call++) responses.push(await share(product.url, STORY));
      expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
      expect(Number(responses[3]!.headers.get('retry-after'))).toBeGreaterThan(3600);
      const others = [];
      for (let call = 0; call < 7; call++) {
        others.push((await share(product.url, { ...STORY, email: `sender-${call}@example.com` })).status);
      }
      expect(others).toEqual([202, 202, 202, 202, 202, 202, 429]);
    } finally {
      await product.stop();
    }
  });

  it('require a captcha token when configured', async () => {
    const product = await startEmailFixture({
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'secret',
    });
    try {
      expect(await share(product.url, STORY)).toMatchObject({
        status: 400,
        body: { code: 'captcha_failed' },
      });
      expect(await product.database.query({ text: 'select 1 from stories' })).toEqual([]);
    } finally {
      await product.stop();
    }
  });
});

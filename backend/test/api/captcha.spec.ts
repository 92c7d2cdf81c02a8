import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { rmSync } from 'node:fs';
import { Captcha } from '../../src/platform/security/captcha.js';
import { CheckoutBrowser } from '../support/checkout-browser.js';
import { aPurchase, bearer, openCheckout } from '../support/purchase.js';
import { smallSite } from '../support/small-site.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const PASSWORD = 'correct horse';

describe('an installation with a captcha', () => {
  let service: VerifyService;
  let shop: PaymentFixture;
  const siteFolder = smallSite();

  beforeAll(async () => {
    service = await startVerifyService();
    shop = await startPaymentFixture({
      CAPTCHA_PROVIDER: 'hcaptcha',
      CAPTCHA_SITE_KEY: 'public-site-key',
      CAPTCHA_SECRET: 'the-secret',
      SITE_FOLDER: siteFolder,
    });
    Object.assign(shop.api.get(Captcha, { strict: false }), { verifyUrl: () => service.url });
  });
  afterAll(async () => {
    await shop?.stop();
    await service?.stop();
    rmSync(siteFolder, { recursive: true });
  });
  beforeEach(() => service.forget());

  it('tells the page provider and site key, never the secret, and lets the provider in', async () => {
    const page = await fetch(shop.url);
    const html = await page.text();
    expect(html).toContain('"captcha":{"provider":"hcaptcha","siteKey":"public-site-key"}');
    expect(html).not.toContain('the-secret');
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const directive of ['script-src', 'frame-src', 'style-src', 'connect-src']) {
      expect(policy).toMatch(
        new RegExp(`${directive} [^;]*https://hcaptcha\\.com https://\\*\\.hcaptcha\\.com`),
      );
    }
  });

  const email = (): string => `ada-${Math.random().toString(36).slice(2)}@example.com`;
  const auth = (path: string, body: object, token?: string) =>
    post(`${shop.url}/api/auth/v1${path}`, {
      ...body,
      ...(token ? { gotrue_meta_security: { captcha_token: token } } : {}),
    });
  const story = (token?: string) =>
    shop.call('share-story', {
      name: 'Ada',
      company: 'Engines',
      email: email(),
      story: 'We found four subscriptions that nobody used, and a fifth that everybody paid twice.',
      consent: true,
      ...(token ? { captchaToken: token } : {}),
    });
  const checkout = async (token?: string) => {
    const purchase = aPurchase();
    const { clientSecret, cookie } = await openCheckout(shop, purchase);
    return shop.call(
      'prepare-checkout',
      { clientSecret, ...purchase, ...(token ? { captchaToken: token } : {}) },
      { Cookie: cookie },
    );
  };

  it.each<[string, (token?: string) => Promise<{ status: number; body: Record<string, unknown> }>, number]>([
    ['sign-up', (token) => auth('/signup', { email: email(), password: PASSWORD }, token), 200],
    ['recovery', (token) => auth('/recover', { email: email() }, token), 200],
    ['another confirmation mail', (token) => auth('/resend', { email: email(), type: 'signup' }, token), 200],
    ['checkout', checkout, 200],
    ['story', story, 202],
  ])('asks the service about the answer of every %s', async (_, act, done) => {
    const without = await act();
    expect(without).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    expect(service.asked).toEqual([]);

    const rejected = await act('a robot');
    expect(rejected).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    expect((await act('a person')).status).toBe(done);
    expect(service.asked).toEqual([
      expect.objectContaining({ secret: 'the-secret', response: 'a robot' }),
      expect.objectContaining({ secret: 'the-secret', response: 'a person' }),
    ]);
  });

  it('asks it before a password is tried, and once a try', async () => {
    const requested = { email: email(), password: PASSWORD };
    expect(await auth('/token?grant_type=password', requested)).toMatchObject({
      body: { code: 'captcha_failed' },
    });
    const tried = await auth('/token?grant_type=password', requested, 'a person');
    expect(tried).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    expect(service.asked).toHaveLength(1);
  });

  it('asks a buyer who is signed in, and one whose address is known, once as well', async () => {
    const purchase = aPurchase();
    const browser = new CheckoutBrowser(shop);
    const { clientSecret } = await browser.open(purchase);
    await auth('/signup', purchase, 'a person');
    await shop.database.query({
      text: 'update users set email_confirmed_at = now() where email_normalized = $1',
      values: [purchase.email],
    });
    service.forget();
    const silent = await browser.prepare(purchase, { clientSecret });
    expect(silent.body).toMatchObject({ code: 'captcha_failed' });
    const known = await browser.call('prepare-checkout', {
      clientSecret,
      ...purchase,
      captchaToken: 'a person',
    });
    expect(known.status).toBe(200);
    expect(service.asked).toHaveLength(1);

    const session = await auth('/token?grant_type=password', purchase, 'a person');
    const { planName, amount } = purchase;
    const signedIn = (captchaToken?: string) =>
      browser.call(
        'prepare-checkout',
        { clientSecret, planName, amount, captchaToken },
        bearer(String(session.body['access_token'])),
      );
    expect(await signedIn()).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    expect(await signedIn('a person')).toMatchObject({ status: 200 });
  });

  it('asks who comes with a wallet, and no one whom a provider has asked', async () => {
    const wallet = { chain: 'ethereum', message: 'x'.repeat(64), signature: '0'.repeat(130) };
    const silent = await auth('/token?grant_type=web3', wallet);
    expect(silent).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    const shown = await auth('/token?grant_type=web3', wallet, 'a person');
    expect(shown).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    service.forget();
    const token = await auth('/token?grant_type=id_token', { provider: 'google', id_token: 'x' });
    expect(token).toMatchObject({ status: 400, body: { code: 'provider_disabled' } });
    expect(service.asked).toEqual([]);
  });

  it('answers 503 while the service is away: a retry may succeed', async () => {
    service.away = true;
    const answer = await story('a person');
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });
});

interface VerifyService {
  url: string;
  /** What it was asked, in order. */
  asked: Record<string, string>[];
  away: boolean;
  forget(): void;
  stop(): Promise<void>;
}

/** A provider that takes one answer for a person's and every other one for a robot's. */
async function startVerifyService(): Promise<VerifyService> {
  const service: VerifyService = { url: '', asked: [], away: false, forget, stop };
  const server: Server = createServer(async (request, response) => {
    const asked = Object.fromEntries(new URLSearchParams(await text(request)));
    if (service.away) return request.socket.destroy();
    service.asked.push(asked);
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ success: asked['response'] === 'a person' }));
  });
  function forget(): void {
    service.asked.length = 0;
    service.away = false;
  }
  function stop(): Promise<void> {
    return new Promise((resolve) => server.close(() => resolve()));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
  return service;
}

async function post(url: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

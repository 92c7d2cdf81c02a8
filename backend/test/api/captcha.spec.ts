import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { rmSync } from 'node:fs';
import { Captcha } from '../../src/platform/security/captcha.js';
import { CheckoutBrowser } from '../support/checkout-browser.js';
import { buildPurchase, bearer, openCheckout } from '../support/purchase.js';
import { createSiteBuild } from '../support/site-build.js';
import { startPaymentFixture, type PaymentFixture } from '../support/payment-fixture.js';

const PASSWORD = 'correct horse';

describe('an installation with a captcha', () => {
  let service: CaptchaService;
  let product: PaymentFixture;
  const siteFolder = createSiteBuild();

  beforeAll(async () => {
    service = await startCaptchaService();
    product = await startPaymentFixture({
      CAPTCHA_PROVIDER: 'hcaptcha',
      CAPTCHA_SITE_KEY: 'public-site-key',
      CAPTCHA_SECRET: 'the-secret',
      SITE_FOLDER: siteFolder,
    });
    Object.assign(product.api.get(Captcha), { verifyUrl: () => service.url });
  });
  afterAll(async () => {
    await product?.stop();
    await service?.stop();
    rmSync(siteFolder, { recursive: true });
  });
  beforeEach(() => service.reset());

  it('exposes provider and site key, never the secret, and allows the provider in the CSP', async () => {
    const page = await fetch(product.url);
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
    post(`${product.url}/api/auth/v1${path}`, {
      ...body,
      ...(token ? { gotrue_meta_security: { captcha_token: token } } : {}),
    });
  const story = (token?: string) =>
    product.callFunction('share-story', {
      name: 'Ada',
      company: 'Engines',
      email: email(),
      story: 'We found four subscriptions that no one used, and a fifth that we paid twice.',
      consent: true,
      ...(token ? { captchaToken: token } : {}),
    });
  const checkout = async (token?: string) => {
    const purchase = buildPurchase();
    const { clientSecret, cookie } = await openCheckout(product, purchase);
    return product.callFunction(
      'prepare-checkout',
      { clientSecret, ...purchase, ...(token ? { captchaToken: token } : {}) },
      { Cookie: cookie },
    );
  };

  it.each<[string, (token?: string) => Promise<{ status: number; body: Record<string, unknown> }>, number]>([
    ['sign-up', (token) => auth('/signup', { email: email(), password: PASSWORD }, token), 200],
    ['recovery', (token) => auth('/recover', { email: email() }, token), 200],
    ['resent confirmation email', (token) => auth('/resend', { email: email(), type: 'signup' }, token), 200],
    ['checkout', checkout, 200],
    ['story', story, 202],
  ])('verifies the captcha token of every %s', async (_, call, done) => {
    const without = await call();
    expect(without).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    expect(service.requests).toEqual([]);

    const rejected = await call('a robot');
    expect(rejected).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    expect((await call('valid token')).status).toBe(done);
    expect(service.requests).toEqual([
      expect.objectContaining({ secret: 'the-secret', response: 'a robot' }),
      expect.objectContaining({ secret: 'the-secret', response: 'valid token' }),
    ]);
  });

  it('verifies the token before the password, and once per attempt', async () => {
    const requested = { email: email(), password: PASSWORD };
    expect(await auth('/token?grant_type=password', requested)).toMatchObject({
      body: { code: 'captcha_failed' },
    });
    const attempted = await auth('/token?grant_type=password', requested, 'valid token');
    expect(attempted).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    expect(service.requests).toHaveLength(1);
  });

  it('verifies the token once for a signed-in buyer and for a buyer with a known email', async () => {
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const { clientSecret } = await browser.open(purchase);
    await auth('/signup', purchase, 'valid token');
    await product.database.query({
      text: 'update users set email_confirmed_at = now() where email_normalized = $1',
      values: [purchase.email],
    });
    service.reset();
    const unavailable = await browser.prepare(purchase, { clientSecret });
    expect(unavailable.body).toMatchObject({ code: 'captcha_failed' });
    const known = await browser.call('prepare-checkout', {
      clientSecret,
      ...purchase,
      captchaToken: 'valid token',
    });
    expect(known.status).toBe(200);
    expect(service.requests).toHaveLength(1);

    const session = await auth('/token?grant_type=password', purchase, 'valid token');
    const { planName, amount } = purchase;
    const signedIn = (captchaToken?: string) =>
      browser.call(
        'prepare-checkout',
        { clientSecret, planName, amount, captchaToken },
        bearer(String(session.body['access_token'])),
      );
    expect(await signedIn()).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    expect(await signedIn('valid token')).toMatchObject({ status: 200 });
  });

  it('lets a buyer sign in once after paying, with the ticket of the prepared checkout', async () => {
    const purchase = buildPurchase();
    const browser = new CheckoutBrowser(product);
    const { clientSecret } = await browser.open(purchase);
    const request = { clientSecret, ...purchase, captchaToken: 'valid token' };
    const prepared = await browser.call('prepare-checkout', request);
    const ticket = String(prepared.body['signInTicket']);
    const signIn = (credentials: { email: string; password: string }, token: string) =>
      auth('/token?grant_type=password', credentials, token);

    const stranger = { email: email(), password: PASSWORD };
    expect(await signIn(stranger, ticket)).toMatchObject({ body: { code: 'captcha_failed' } });
    // The account does not exist before the payment, so the password is wrong; what counts is that it was checked.
    expect(await signIn(purchase, ticket)).toMatchObject({ body: { code: 'invalid_credentials' } });
    expect(await signIn(purchase, ticket)).toMatchObject({ body: { code: 'captcha_failed' } });
  });

  it('requires a token for wallet sign-in, and none after an OAuth redirect or for a refresh', async () => {
    const wallet = { chain: 'ethereum', message: 'x'.repeat(64), signature: '0'.repeat(130) };
    const unavailable = await auth('/token?grant_type=web3', wallet);
    expect(unavailable).toMatchObject({ status: 400, body: { code: 'captcha_failed' } });
    const exchange = await auth('/token?grant_type=web3', wallet, 'valid token');
    expect(exchange).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    service.reset();
    const token = await auth('/token?grant_type=id_token', { provider: 'google', id_token: 'x' });
    expect(token).toMatchObject({ status: 400, body: { code: 'provider_disabled' } });
    const refreshed = await auth('/token?grant_type=refresh_token', { refresh_token: 'x'.repeat(43) });
    expect(refreshed).toMatchObject({ body: { code: 'refresh_token_not_found' } });
    expect(service.requests).toEqual([]);
  });

  it('returns 503 while the captcha service is unavailable, so that a retry can succeed', async () => {
    service.isDown = true;
    const response = await story('valid token');
    expect(response).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(response.headers.get('retry-after')).not.toBeNull();
  });
});

interface CaptchaService {
  url: string;
  /** Requests it received, in order. */
  requests: Record<string, string>[];
  isDown: boolean;
  reset(): void;
  stop(): Promise<void>;
}

/** A captcha service that accepts one token and rejects every other one. */
async function startCaptchaService(): Promise<CaptchaService> {
  const service: CaptchaService = { url: '', requests: [], isDown: false, reset, stop };
  const server: Server = createServer(async (request, response) => {
    const received = Object.fromEntries(new URLSearchParams(await text(request)));
    if (service.isDown) return request.socket.destroy();
    service.requests.push(received);
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ success: received['response'] === 'valid token' }));
  });
  function reset(): void {
    service.requests.length = 0;
    service.isDown = false;
  }
  function stop(): Promise<void> {
    return new Promise((resolve) => server.close(() => resolve()));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
  return service;
}

async function post(url: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

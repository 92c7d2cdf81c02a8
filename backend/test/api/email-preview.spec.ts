import { EMAIL_TEMPLATES } from '@subscription-site/shared/contracts';
import { callApi } from '../support/call-api.js';
import { startTestProduct } from '../support/test-product.js';
import { shared, useShared } from '../support/fixtures.js';

describe('the email preview', () => {
  const product = useShared(startTestProduct);

  const at = (path: string, base = product.url) => fetch(`${base}/api/dev/emails${path}`);

  it('shows every email in its own frame, as HTML and text', async () => {
    const page = await (await at('')).text();
    for (const template of EMAIL_TEMPLATES)
      expect(page).toContain(`<iframe src="/api/dev/emails/${template}"`);
    const html = await at('/refund');
    expect(html.headers.get('content-type')).toContain('text/html');
    expect(await html.text()).toMatch(/^<!doctype html>.*<h1/s);
    expect(await (await at('/refund?form=text')).text()).toContain('support@example.com');
    expect((await at('/nothing')).status).toBe(404);
  });

  it('does not exist in production, nor does the development clock', async () => {
    const inProduction = await shared(startTestProduct, {
      NODE_ENV: 'production',
      RATE_LIMITS: 'on',
      SITE_URL: 'https://site.example',
      APP_URL: 'https://app.example',
      MAIL_FROM: 'hello@site.example',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    for (const path of ['', '/welcome']) expect((await at(path, inProduction.url)).status).toBe(404);
    const clock = await callApi(inProduction, {}, 'POST', 'dev/clock', { advanceSeconds: 1 });
    expect(clock.status).toBe(404);
  });
});

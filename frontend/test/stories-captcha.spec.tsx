import { screen, waitFor, within } from '@testing-library/react';
import { captchaCheckbox, captchaProvider, resetCaptchaProvider } from './support/captcha-script';
import { network } from './support/network';
import { configureSite, fill, visit } from './support/site';
import { FUNCTIONS } from './support/responses';

configureSite({ captcha: { provider: 'turnstile', siteKey: 'the-site-key' } });

const SHARE = `POST ${FUNCTIONS}/share-story`;

beforeEach(resetCaptchaProvider);

describe('a story with a captcha configured', () => {
  it('requires the captcha and sends its token', async () => {
    network.on(SHARE, { status: 202, body: { status: 'received', pictureUploads: [] } });
    const { keyboard } = visit('/customer-stories');
    await keyboard.click(await screen.findByRole('button', { name: 'Share Your Story' }));
    const form = within(screen.getByRole('dialog', { name: 'Share Your Story' }));
    await fill(keyboard, await form.findByLabelText('Name'), 'Ada Lovelace');
    await fill(keyboard, form.getByLabelText('Company'), 'Engine & Sons');
    await fill(keyboard, form.getByLabelText('Email'), 'ada@example.com');
    await fill(keyboard, form.getByLabelText('Your story'), 'We found three tools for one job.');
    await keyboard.click(form.getByRole('checkbox', { name: /^I agree/ }));
    const tick = await captchaCheckbox();
    await keyboard.click(form.getByRole('button', { name: 'Send your story' }));
    expect(screen.getByRole('group', { name: 'Verify that you’re human' })).toHaveAccessibleDescription(
      'Complete the captcha first.',
    );
    expect(network.calls(SHARE)).toHaveLength(0);

    await keyboard.click(tick);
    await keyboard.click(form.getByRole('button', { name: 'Send your story' }));
    expect(await form.findByRole('heading', { name: /Thanks for sharing/ })).toBeVisible();
    await waitFor(() => expect(network.calls(SHARE)[0]?.body['captchaToken']).toBe('captcha-token-1'));
    expect(captchaProvider.issued).toBe(1);
  });
});

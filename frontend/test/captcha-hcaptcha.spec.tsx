import { screen, waitFor } from '@testing-library/react';
import {
  captchaCheckbox,
  captchaProvider,
  resetCaptchaProvider,
  widgetEvents,
} from './support/captcha-script';
import { network } from './support/network';
import { configureSite, visit, fill } from './support/site';
import { AUTH } from './support/responses';

configureSite({ captcha: { provider: 'hcaptcha', siteKey: 'their-key' } });

const RECOVER = `POST ${AUTH}/recover`;

describe('hCaptcha', () => {
  beforeEach(resetCaptchaProvider);

  it('shows an error when it fails to load, and can be reloaded', async () => {
    captchaProvider.serves = false;
    const { user } = visit('/auth/forgot');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('your browser isn’t blocking hcaptcha.com');
    captchaProvider.serves = true;
    await user.click(screen.getByRole('button', { name: 'Reload captcha' }));
    expect(await captchaCheckbox()).toHaveAttribute('data-sitekey', 'their-key');
  });

  it('sends its token once and drops expired tokens', async () => {
    network.on(RECOVER, { body: {} });
    const { user } = visit('/auth/forgot');
    await fill(user, await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(await captchaCheckbox());
    widgetEvents.expired();
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Complete the captcha first.')).toBeVisible();
    expect(network.calls(RECOVER)).toHaveLength(0);
    await user.click(await captchaCheckbox());
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await waitFor(() => expect(network.calls(RECOVER)).toHaveLength(1));
    expect(network.calls(RECOVER)[0]?.body['gotrue_meta_security']).toEqual({
      captcha_token: 'captcha-token-2',
    });
    expect(await screen.findByRole('checkbox', { name: 'I am human', checked: false })).toBeVisible();
  });
});

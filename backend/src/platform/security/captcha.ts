import { Injectable } from '@nestjs/common';
import { Settings, type CaptchaSettings } from '../config/settings.js';
import { DomainError, ServiceUnavailableError } from '../errors/domain-error.js';
import { currentRequest } from '../logging/request-context.js';

const TIMEOUT_MS = 4000;
const VERIFY_URL = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const satisfies Record<CaptchaSettings['provider'], string>;

/** The caller has not shown that a person is there. */
export class CaptchaFailedError extends DomainError {
  constructor() {
    super('malformed', 'captcha_failed', 'Please show that you are not a robot and try again.');
  }
}

/** Asks whether a person is there. Never call it inside a transaction. */
export abstract class Captcha {
  /** Throws {@link CaptchaFailedError}; does nothing where no captcha is configured. A token is good for one check. */
  abstract check(token: string | undefined): Promise<void>;
}

/** Turnstile and hCaptcha: both are asked in the same way. When the service is away the caller may try again. */
@Injectable()
export class SiteVerifyCaptcha extends Captcha {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async check(token: string | undefined): Promise<void> {
    const { captcha } = this.settings;
    if (!captcha) return;
    if (!token) throw new CaptchaFailedError();
    const { success } = await this.ask(captcha, token);
    if (success !== true) throw new CaptchaFailedError();
  }

  protected addressOf(provider: CaptchaSettings['provider']): string {
    return VERIFY_URL[provider];
  }

  private async ask({ provider, secret }: CaptchaSettings, token: string): Promise<{ success?: unknown }> {
    const ip = currentRequest()?.ip;
    try {
      const response = await fetch(this.addressOf(provider), {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, ...(ip ? { remoteip: ip } : {}) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return (await response.json()) as { success?: unknown };
    } catch (error) {
      throw new ServiceUnavailableError(
        'The check that you are not a robot is not available. Please try again.',
        error,
      );
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Settings, type CaptchaSettings } from '../config/settings.js';
import { DomainError, ServiceUnavailableError } from '../domain-error.js';
import { currentRequest } from '../logging/request-context.js';

const TIMEOUT_MS = 4000;
const VERIFY_URL = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const satisfies Record<CaptchaSettings['provider'], string>;

/** The captcha token is missing or was rejected. */
class CaptchaFailedError extends DomainError {
  constructor() {
    super('malformed', 'captcha_failed', "Please confirm that you're not a robot and try again.");
  }
}

/** Verifies captcha tokens. Never call it inside a transaction. */
export abstract class Captcha {
  /** Throws {@link CaptchaFailedError}; does nothing if no captcha is configured. A token is valid for one check. */
  abstract check(token: string | undefined): Promise<void>;
}

/** Turnstile and hCaptcha, which share a protocol. If the service is unavailable, the caller can retry. */
@Injectable()
export class SiteVerifyCaptcha extends Captcha {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async check(token: string | undefined): Promise<void> {
    const { captcha } = this.settings;
    if (!captcha) return;
    if (!token) throw new CaptchaFailedError();
    const { success } = await this.verify(captcha, token);
    if (success !== true) throw new CaptchaFailedError();
  }

  protected verifyUrl(provider: CaptchaSettings['provider']): string {
    return VERIFY_URL[provider];
  }

  private async verify({ provider, secret }: CaptchaSettings, token: string): Promise<{ success?: unknown }> {
    const ip = currentRequest()?.ip;
    try {
      const response = await fetch(this.verifyUrl(provider), {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, ...(ip ? { remoteip: ip } : {}) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return (await response.json()) as { success?: unknown };
    } catch (error) {
      throw new ServiceUnavailableError(
        'The captcha service is unavailable. Please try again in a moment.',
        error,
      );
    }
  }
}

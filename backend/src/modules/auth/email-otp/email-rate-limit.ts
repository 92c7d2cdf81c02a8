import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { RateLimitedError } from '../../../platform/errors/domain-error.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { EmailRateLimitError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';

const PER_HOUR: Limit = { name: 'auth-mail', points: 30, seconds: 3600 };

type EmailKind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

/** Limits how often an address gets an email of each kind. Counts by address, so known and unknown ones behave alike. */
@Injectable()
export class EmailRateLimit {
  constructor(
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  /** Throws {@link EmailRateLimitError} with the seconds to wait. */
  async count(kind: EmailKind, email: string): Promise<void> {
    const address = normalizeEmail(email);
    const seconds = this.settings.auth.sendIntervalSeconds;
    try {
      if (seconds > 0) await this.limits.count({ name: `auth-mail:${kind}`, points: 1, seconds }, address);
      await this.limits.count(PER_HOUR, address);
    } catch (error) {
      if (error instanceof RateLimitedError)
        throw new EmailRateLimitError(error.retryAfterSeconds ?? seconds);
      throw error;
    }
  }
}

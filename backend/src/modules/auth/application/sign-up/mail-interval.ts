import { Injectable } from '@nestjs/common';
import { Settings } from '../../../../platform/config/settings.js';
import { RateLimitedError } from '../../../../platform/errors/domain-error.js';
import { RateLimits, type Limit } from '../../../../platform/security/rate-limits.js';
import { MailTooSoonError } from '../../domain/auth-errors.js';
import { normaliseEmail } from '../../domain/email-address.js';

const PER_HOUR: Limit = { name: 'auth-mail', points: 30, seconds: 3600 };

type MailKind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

/** Keeps some time between two mails of a kind to one address. Counts the address, so an unknown one answers alike. */
@Injectable()
export class MailInterval {
  constructor(
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  /** Throws {@link MailTooSoonError} with the seconds to wait. */
  async count(kind: MailKind, email: string): Promise<void> {
    const address = normaliseEmail(email);
    const seconds = this.settings.auth.sendIntervalSeconds;
    try {
      if (seconds > 0) await this.limits.count({ name: `auth-mail:${kind}`, points: 1, seconds }, address);
      await this.limits.count(PER_HOUR, address);
    } catch (error) {
      if (error instanceof RateLimitedError) throw new MailTooSoonError(error.retryAfterSeconds ?? seconds);
      throw error;
    }
  }
}

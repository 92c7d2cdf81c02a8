import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { RateLimitedError } from '../../../platform/domain-error.js';
import type { EventType } from '../../../platform/outbox/event-type.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { EmailRateLimitError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import {
  userConfirmationRequested,
  userEmailChangeRequested,
  userMagicLinkRequested,
  userReauthenticationRequested,
  userRecoveryRequested,
  type EmailRequestedPayload,
} from '../core/events.js';
import type { CodeChallenge } from '../pkce/code-challenge.js';
import { Flows } from '../pkce/flows.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

const PER_HOUR: Limit = { name: 'auth-mail', points: 30, seconds: 3600 };

type EmailKind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication';

/** Where a link leads, and how the client that requested it gets its session. */
export interface LinkDestination {
  /** Already validated; null for the site. */
  redirectTo: string | null;
  codeChallenge?: CodeChallenge | undefined;
}

/**
 * Emails with a one-time link or code. Call `request…` inside the transaction of the change they belong to, on a locked user; the link
 * is generated when the email is sent.
 */
@Injectable()
export class AuthEmails {
  constructor(
    private readonly limits: RateLimits,
    private readonly flows: Flows,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /**
   * Counts an email toward the rate limits of its kind and address, for known and unknown addresses alike. Call it first and outside
   * a transaction. Throws {@link EmailRateLimitError} with the seconds to wait.
   */
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

  requestConfirmation(user: UserEntity, destination: LinkDestination): Promise<void> {
    user.confirmationSentAt = this.clock.now();
    return this.emit(userConfirmationRequested, user, destination);
  }

  requestMagicLink(user: UserEntity, destination: LinkDestination): Promise<void> {
    user.recoverySentAt = this.clock.now();
    return this.emit(userMagicLinkRequested, user, destination);
  }

  requestRecovery(user: UserEntity, destination: LinkDestination): Promise<void> {
    user.recoverySentAt = this.clock.now();
    return this.emit(userRecoveryRequested, user, destination);
  }

  /** Emails the current and the new address. */
  requestEmailChange(user: UserEntity, destination: LinkDestination): Promise<void> {
    user.emailChangeSentAt = this.clock.now();
    return this.emit(userEmailChangeRequested, user, destination);
  }

  async requestReauthentication({ id: userId }: UserEntity): Promise<void> {
    await this.outbox.emit(userReauthenticationRequested, { userId });
  }

  private async emit(
    event: EventType<EmailRequestedPayload>,
    { id: userId }: UserEntity,
    { redirectTo, codeChallenge }: LinkDestination,
  ): Promise<void> {
    const flow = await this.flows.begin(userId, codeChallenge);
    await this.outbox.emit(event, { userId, redirectTo, ...flow });
  }
}

import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../../../platform/clock.js';
import { EmailDeferredError, Mailer, EmailRejectedError } from '../../../platform/email/mailer.js';
import { RetryLater, type Recording } from '../../../platform/outbox/event-handler.js';
import { retryDelaySeconds } from './retry-schedule.js';
import type { ClaimedEmail, SentEmail } from './sending.queries.js';
import { SendingRepository, type EndedAttempt } from './sending.repository.js';
import { ComposeEmail } from '../templates/compose-email.js';
import { EmailMetrics } from '../core/email-metrics.js';
import { SendsInFlight } from './sends-in-flight.js';

export type { SentEmail };

const MAX_RESPONSE_LENGTH = 1000;
/** Together longer than a worker that is alive needs to renew a lease or record an email. */
const [TAKEOVER_CHECKS, TAKEOVER_CHECK_MS] = [4, 500] as const;

/**
 * Sends one email. Only the worker that holds its lease may send it, and it holds the lease until the email is recorded. An email is
 * sent twice only if the server accepted it and the worker died, or the connection to the server broke, before that could be recorded.
 * Both then have the same `Message-ID`.
 */
@Injectable()
export class SendQueuedEmail {
  constructor(
    private readonly sending: SendingRepository,
    private readonly inFlight: SendsInFlight,
    private readonly compose: ComposeEmail,
    private readonly mailer: Mailer,
    private readonly metrics: EmailMetrics,
    private readonly clock: Clock,
  ) {}

  /** Returns what to record, or undefined if the email ended in another way, now or before. Throws `RetryLater` if it has to wait. */
  async send(emailId: string, stop: AbortSignal): Promise<SentEmail | undefined> {
    const email = await this.claim(emailId, stop);
    if (!email) return undefined;
    try {
      const { response } = await this.inFlight.start(email, stop, (signal) => this.deliver(email, signal));
      this.metrics.count(email.template, 'sent');
      return { email, at: this.clock.now(), response: sanitize(response) };
    } catch (error) {
      if (error instanceof EmailRejectedError) return this.rejected(email, error);
      if (error instanceof EmailDeferredError && !stop.aborted) return this.deferred(email, error);
      await this.sending.release(email, this.clock.now());
      throw error;
    }
  }

  recording(sent: (SentEmail | undefined)[]): Recording {
    return this.sending.sent(sent.filter((email) => email !== undefined));
  }

  recorded({ email }: SentEmail): void {
    this.inFlight.end(email);
  }

  private async claim(emailId: string, stop: AbortSignal): Promise<ClaimedEmail | undefined> {
    const email =
      (await this.sending.claim(emailId, this.inFlight.newLease())) ?? (await this.takeOver(emailId, stop));
    if (email) return email;
    const unclaimable = await this.sending.whyUnclaimable(emailId);
    if (unclaimable?.status === 'queued')
      throw new RetryLater(unclaimable.nextAttemptAt ?? this.clock.now(), 'email is queued');
    if (unclaimable?.status === 'sending')
      throw new RetryLater(this.clock.in(unclaimable.leaseSeconds), 'email is being sent by another worker');
    return undefined;
  }

  /**
   * Takes over an email whose lease has expired. Its worker may be alive, with an email that the server has accepted, and cut off from
   * the database together with all others. So it first gets the time to renew the lease or to record the email, while the database
   * demonstrably lets it.
   */
  private async takeOver(emailId: string, stop: AbortSignal): Promise<ClaimedEmail | undefined> {
    if (this.inFlight.has(emailId)) return undefined;
    for (let checks = 0; checks < TAKEOVER_CHECKS; checks += 1) {
      if (!(await this.sending.confirmExpired(emailId))) return undefined;
      await pause(TAKEOVER_CHECK_MS, undefined, { signal: stop });
    }
    return this.sending.takeOver(emailId, this.inFlight.newLease());
  }

  private async deliver(email: ClaimedEmail, signal: AbortSignal): Promise<{ response: string }> {
    const composed = await this.compose.forSending(email);
    return this.mailer.send({ ...composed, to: email.recipient, messageId: email.messageId }, signal);
  }

  private async rejected(email: ClaimedEmail, error: EmailRejectedError): Promise<undefined> {
    return this.fail(email, this.ended('rejected', error.response, error));
  }

  private async deferred(email: ClaimedEmail, error: EmailDeferredError): Promise<undefined> {
    const ended = this.ended('deferred', error.response, error);
    const next = this.nextAttempt(email);
    if (next === undefined) return this.fail(email, ended);
    this.metrics.count(email.template, 'deferred');
    await this.sending.defer(email, ended, next);
    throw new RetryLater(next.attemptAt, error.message);
  }

  /** Undefined after the last scheduled attempt. Early attempts don't count toward the schedule. */
  private nextAttempt({
    attempts,
    earlyAttempts,
    attemptStartedAt,
    scheduledAttemptAt,
  }: ClaimedEmail): { attemptAt: Date; early: boolean } | undefined {
    if (scheduledAttemptAt && attemptStartedAt < scheduledAttemptAt)
      return { attemptAt: scheduledAttemptAt, early: true };
    const delay = retryDelaySeconds(attempts - earlyAttempts);
    return delay === undefined ? undefined : { attemptAt: this.clock.in(delay), early: false };
  }

  private async fail(email: ClaimedEmail, ended: EndedAttempt): Promise<undefined> {
    const failed = await this.sending.fail(email, ended);
    if (!failed) throw new RetryLater(this.clock.now(), 'email is leased by another worker');
    this.metrics.count(email.template, 'failed');
    return undefined;
  }

  private ended(
    outcome: EndedAttempt['outcome'],
    response: string | undefined,
    { message }: Error,
  ): EndedAttempt {
    return {
      outcome,
      smtpResponse: response === undefined ? null : sanitize(response),
      error: sanitize(message),
      finishedAt: this.clock.now(),
    };
  }
}

/** Makes a remote server's text safe to store and display. */
function sanitize(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_RESPONSE_LENGTH);
}

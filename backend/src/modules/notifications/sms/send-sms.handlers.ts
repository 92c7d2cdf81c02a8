import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import {
  EffectHandler,
  EventHandler,
  RetryLater,
  type Delivery,
} from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SmsFailedError, SmsSender } from '../../../platform/sms/sms-sender.js';
import { userSmsRequested, SmsCodes, type SmsRequestedPayload } from '../../auth/index.js';
import { SmsMetrics } from './sms-metrics.js';
import { smsDue } from './events.js';
import { SmsRepository, type SmsOutcome } from './sms.repository.js';

/** By then, the person waiting will have requested another code. */
const GIVE_UP_AFTER_SECONDS = 300;

/** Stores the requested message and emits the event that sends it. */
@Injectable()
export class QueueSms extends EventHandler<SmsRequestedPayload> {
  override readonly id = 'queue-sms';
  override readonly event = userSmsRequested;

  constructor(
    private readonly smsMessages: SmsRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async handle(requested: SmsRequestedPayload): Promise<void> {
    const smsId = uuid();
    this.smsMessages.insert(smsId, requested, this.clock.now());
    await this.outbox.emit(smsDue, { smsId });
  }
}

/**
 * Generates the code and passes the message to the provider. If it is unknown whether the provider accepted it, because the worker died
 * or the provider didn't respond, the message fails rather than being sent twice; the user can request another code.
 */
@Injectable()
export class SendSms extends EffectHandler<{ smsId: string }, SmsOutcome | undefined> {
  override readonly id = 'send-sms';
  override readonly event = smsDue;

  constructor(
    private readonly smsMessages: SmsRepository,
    private readonly smsCodes: SmsCodes,
    private readonly sender: SmsSender,
    private readonly metrics: SmsMetrics,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform({ smsId }: { smsId: string }, delivery: Delivery): Promise<SmsOutcome | undefined> {
    const requested = await this.smsMessages.findQueued(smsId);
    if (!requested) return undefined;
    const { phone: to, channel, purpose } = requested;
    const giveUpAt = new Date(delivery.createdAt.getTime() + GIVE_UP_AFTER_SECONDS * 1000);
    const isTooOld = giveUpAt <= this.clock.now();
    if (!(await this.smsMessages.startAttempt(smsId))) {
      if (!isTooOld) throw new RetryLater(giveUpAt, 'SMS is being sent by another worker');
      return this.fail(purpose, 'The worker stopped while sending. The message may have been sent.');
    }
    try {
      const code = await this.smsCodes.mint(requested);
      if (code === undefined)
        return this.finish(purpose, { status: 'canceled', providerId: null, error: null });
      const text = smsText(code, this.settings.productName);
      const providerId = await this.sender.send({ to, channel, text }, delivery.signal);
      return this.finish(purpose, { status: 'sent', providerId, error: null });
    } catch (error) {
      if (isTooOld || error instanceof SmsFailedError) return this.fail(purpose, (error as Error).message);
      this.metrics.count(purpose, 'deferred');
      await this.smsMessages.allowRetry(smsId);
      throw error;
    }
  }

  override async record(outcome: SmsOutcome | undefined, { smsId }: { smsId: string }): Promise<void> {
    if (outcome) await this.smsMessages.finish(smsId, outcome, this.clock.now());
  }

  private fail(purpose: string, error: string): SmsOutcome {
    return this.finish(purpose, { status: 'failed', providerId: null, error });
  }

  private finish(purpose: string, outcome: SmsOutcome): SmsOutcome {
    this.metrics.count(purpose, outcome.status);
    return outcome;
  }
}

/** Text of any SMS with a code. Keep it short: messages are billed by segment. */
function smsText(code: string, productName: string): string {
  return `${code} is your verification code for ${productName}. It expires in 1 minute. Never share this code.`;
}

import { Injectable } from '@nestjs/common';
import {
  BatchedEffectHandler,
  type Delivery,
  type Recording,
} from '../../../platform/outbox/event-handler.js';
import { SendQueuedEmail, type SentEmail } from './send-queued-email.js';
import { emailDue } from '../core/events.js';

type Outcome = SentEmail | undefined;

/** Sends a stored email. */
@Injectable()
export class SendEmail extends BatchedEffectHandler<{ emailId: string }, Outcome> {
  override readonly id = 'send-email';
  override readonly event = emailDue;

  constructor(private readonly sendQueuedEmail: SendQueuedEmail) {
    super();
  }

  override perform({ emailId }: { emailId: string }, { signal }: Delivery): Promise<Outcome> {
    return this.sendQueuedEmail.send(emailId, signal);
  }

  override recording(outcomes: Outcome[]): Recording {
    return this.sendQueuedEmail.recording(outcomes);
  }

  override recorded(outcome: Outcome): void {
    if (outcome) this.sendQueuedEmail.recorded(outcome);
  }
}

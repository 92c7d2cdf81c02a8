import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { userConfirmed } from '../../auth/index.js';
import { CancelEmail } from '../application/cancel-email.js';

/** The person who has confirmed his address is not asked to prove it by an email that was held up. */
@Injectable()
export class CancelConfirmationEmail extends EventHandler<{ userId: string }> {
  override readonly id = 'cancel-confirmation-email';
  override readonly event = userConfirmed;

  constructor(private readonly cancelEmail: CancelEmail) {
    super();
  }

  override handle({ userId }: { userId: string }): Promise<void> {
    return this.cancelEmail.cancelQueued(userId, 'confirm-email');
  }
}

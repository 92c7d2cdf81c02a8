import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { userConfirmed } from '../../auth/index.js';
import { CancelEmail } from '../support/cancel-email.js';

/** Stops a delayed confirmation email once the user has confirmed their address in another way. */
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

import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { accountConfirmed } from '../../auth/index.js';
import { CancelEmail } from '../application/cancel-email.js';

/** Whoever has proven his address is not asked to prove it by a mail that was held up. */
@Injectable()
export class WithdrawConfirmation extends EventHandler<{ accountId: string }> {
  override readonly id = 'cancel-confirmation-email';
  override readonly event = accountConfirmed;

  constructor(private readonly cancelEmail: CancelEmail) {
    super();
  }

  override handle({ accountId }: { accountId: string }): Promise<void> {
    return this.cancelEmail.withdrawWaiting(accountId, 'confirm-address');
  }
}

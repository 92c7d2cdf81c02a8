import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  AccountDeletions,
  userConfirmationRequested,
  userInvited,
  userRecoveryRequested,
  userMagicLinkRequested,
  parsePersonName,
  type EmailRequestedPayload,
} from '../../auth/index.js';
import { checkoutRefunded, Payers } from '../../checkout/index.js';
import { UserNotifier } from '../core/user-notifier.js';
import { QueueEmail } from '../core/queue-email.js';
import { localeFor } from '../templates/domain/email.js';
import { UserEmailHandler } from './user-email.handler.js';

@Injectable()
export class SendConfirmationEmail extends UserEmailHandler<'confirm-email', EmailRequestedPayload> {
  override readonly id = 'send-confirmation-email';
  override readonly event = userConfirmationRequested;
  protected override readonly template = 'confirm-email';
}

@Injectable()
export class SendRecoveryEmail extends UserEmailHandler<'reset-password', EmailRequestedPayload> {
  override readonly id = 'send-recovery-email';
  override readonly event = userRecoveryRequested;
  protected override readonly template = 'reset-password';
}

@Injectable()
export class SendMagicLinkEmail extends UserEmailHandler<'sign-in', EmailRequestedPayload> {
  override readonly id = 'send-magic-link-email';
  override readonly event = userMagicLinkRequested;
  protected override readonly template = 'sign-in';
}

@Injectable()
export class SendInvitationEmail extends UserEmailHandler<'invitation', EmailRequestedPayload> {
  override readonly id = 'send-invitation-email';
  override readonly event = userInvited;
  protected override readonly template = 'invitation';
}

interface Refunded {
  checkoutId: string;
  userId: string | null;
  amountCents: number;
  /** Undefined in events from before it was added. */
  currency?: string;
}

/** Emails the account's owner, or the payment's address if it was never provisioned. */
@Injectable()
export class SendRefundEmail extends EventHandler<Refunded> {
  override readonly id = 'send-refund-email';
  override readonly event = checkoutRefunded;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly queueEmail: QueueEmail,
    private readonly payers: Payers,
    private readonly deletions: AccountDeletions,
  ) {
    super();
  }

  override async handle({ checkoutId, userId, amountCents, currency }: Refunded): Promise<void> {
    const payer = await this.payers.find(checkoutId);
    const reviewed = payer?.reviewed ?? false;
    if (userId) {
      const leaving = (await this.deletions.find(userId)) !== null;
      const common = { amountCents, currency, reviewed, leaving };
      return this.notifier.send(userId, 'refund', ({ fullName: name }) => ({ name, ...common }));
    }
    if (!payer?.email) return undefined;
    const params = { name: parsePersonName(payer.fullName) ?? '', amountCents, currency, reviewed };
    const content = { template: 'refund', locale: localeFor(null), params, userId: null } as const;
    await this.queueEmail.queue({ ...content, recipient: payer.email });
    return undefined;
  }
}

import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  accountConfirmationRequested,
  accountInvited,
  accountRecoveryRequested,
  accountSignInRequested,
  parsePersonName,
  type MailWanted,
} from '../../auth/index.js';
import { checkoutRefunded, Payers, subscriptionPastDue, Subscriptions } from '../../subscriptions/index.js';
import { MailAccount } from '../application/mail-account.js';
import { QueueEmail } from '../application/queue-email.js';
import { localeFor } from '../domain/email.js';
import { LetterToOwner } from './letter-to-owner.js';

@Injectable()
export class SendConfirmationLink extends LetterToOwner<'confirm-address', MailWanted> {
  override readonly id = 'send-confirmation-email';
  override readonly event = accountConfirmationRequested;
  protected override readonly template = 'confirm-address';
}

@Injectable()
export class SendRecoveryLink extends LetterToOwner<'reset-password', MailWanted> {
  override readonly id = 'send-recovery-email';
  override readonly event = accountRecoveryRequested;
  protected override readonly template = 'reset-password';
}

@Injectable()
export class SendSignInLink extends LetterToOwner<'sign-in', MailWanted> {
  override readonly id = 'send-magic-link-email';
  override readonly event = accountSignInRequested;
  protected override readonly template = 'sign-in';
}

@Injectable()
export class SendInvitation extends LetterToOwner<'invitation', MailWanted> {
  override readonly id = 'send-invitation-email';
  override readonly event = accountInvited;
  protected override readonly template = 'invitation';
}

interface Refunded {
  checkoutId: string;
  accountId: string | null;
  amountCents: number;
}

/** To the account's owner; to the address of the payment where it never became an account. */
@Injectable()
export class TellOfRefund extends EventHandler<Refunded> {
  override readonly id = 'send-refund-email';
  override readonly event = checkoutRefunded;

  constructor(
    private readonly mail: MailAccount,
    private readonly queueEmail: QueueEmail,
    private readonly payers: Payers,
  ) {
    super();
  }

  override async handle({ checkoutId, accountId, amountCents }: Refunded): Promise<void> {
    const payer = await this.payers.find(checkoutId);
    const reviewed = payer?.reviewed ?? false;
    if (accountId)
      return this.mail.send(accountId, 'refund', ({ fullName: name }) => ({ name, amountCents, reviewed }));
    if (!payer?.email) return undefined;
    const params = { name: parsePersonName(payer.fullName) ?? '', amountCents, reviewed };
    const content = { template: 'refund', locale: localeFor(null), params, accountId: null } as const;
    await this.queueEmail.queue({ ...content, recipient: payer.email });
    return undefined;
  }
}

interface PastDue {
  subscriptionId: string;
  accountId: string;
  payUrl: string | null;
}

@Injectable()
export class TellOfFailedPayment extends EventHandler<PastDue> {
  override readonly id = 'send-payment-failed-email';
  override readonly event = subscriptionPastDue;

  constructor(
    private readonly mail: MailAccount,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle({ subscriptionId, accountId, payUrl }: PastDue): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription) return;
    const { plan } = subscription;
    await this.mail.send(accountId, 'payment-failed', ({ fullName: name }) => ({ name, plan, payUrl }));
  }
}

import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  accountConfirmationRequested,
  accountInvited,
  accountRecoveryRequested,
  accountSignInRequested,
  type MailWanted,
} from '../../auth/index.js';
import { checkoutRefunded, subscriptionPastDue, Subscriptions } from '../../subscriptions/index.js';
import { MailAccount } from '../application/mail-account.js';

@Injectable()
export class SendConfirmationLink extends EventHandler<MailWanted> {
  override readonly event = accountConfirmationRequested;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, ...link }: MailWanted): Promise<void> {
    return this.mail.send(accountId, 'confirm-address', ({ fullName: name }) => ({ name, ...link }));
  }
}

@Injectable()
export class SendRecoveryLink extends EventHandler<MailWanted> {
  override readonly event = accountRecoveryRequested;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, ...link }: MailWanted): Promise<void> {
    return this.mail.send(accountId, 'reset-password', ({ fullName: name }) => ({ name, ...link }));
  }
}

@Injectable()
export class SendSignInLink extends EventHandler<MailWanted> {
  override readonly event = accountSignInRequested;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, ...link }: MailWanted): Promise<void> {
    return this.mail.send(accountId, 'sign-in', ({ fullName: name }) => ({ name, ...link }));
  }
}

@Injectable()
export class SendInvitation extends EventHandler<MailWanted> {
  override readonly event = accountInvited;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, ...link }: MailWanted): Promise<void> {
    return this.mail.send(accountId, 'invitation', ({ fullName: name }) => ({ name, ...link }));
  }
}

@Injectable()
export class TellOfRefund extends EventHandler<{ accountId: string; amountCents: number }> {
  override readonly event = checkoutRefunded;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, amountCents }: { accountId: string; amountCents: number }): Promise<void> {
    return this.mail.send(accountId, 'refund', ({ fullName: name }) => ({ name, amountCents }));
  }
}

interface PastDue {
  subscriptionId: string;
  accountId: string;
  payUrl: string | null;
}

@Injectable()
export class TellOfFailedPayment extends EventHandler<PastDue> {
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

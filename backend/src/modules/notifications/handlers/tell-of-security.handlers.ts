import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  accountEmailChanged,
  accountEmailChangeRequested,
  accountPasswordChanged,
  accountReauthenticationRequested,
  type MailWanted,
} from '../../auth/index.js';
import { MailAccount } from '../application/mail-account.js';
import { LetterToOwner } from './letter-to-owner.js';

/** One mail to each of the two mailboxes; an account without an address so far has one only. */
@Injectable()
export class AskBothMailboxes extends EventHandler<MailWanted> {
  override readonly id = 'send-email-change-confirmations';
  override readonly event = accountEmailChangeRequested;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override async handle({ accountId, ...link }: MailWanted): Promise<void> {
    const account = await this.mail.accountOf(accountId);
    if (!account?.newEmail) return;
    const { newEmail, fullName: name } = account;
    const first = account.email === '';
    for (const mailbox of first ? [newEmail] : [account.email, newEmail]) {
      await this.mail.send(
        accountId,
        'confirm-new-address',
        () => ({ name, newEmail, first, ...link }),
        mailbox,
      );
    }
  }
}

interface FormerMailbox {
  accountId: string;
  formerAddress: string;
}

/** The mailbox that opens the account no more learns it: if it was taken away, its owner can still act. */
@Injectable()
export class TellFormerMailbox extends EventHandler<FormerMailbox> {
  override readonly id = 'send-email-changed-email';
  override readonly event = accountEmailChanged;

  constructor(private readonly mail: MailAccount) {
    super();
  }

  override handle({ accountId, formerAddress }: FormerMailbox): Promise<void> {
    return this.mail.send(accountId, 'address-changed', ({ fullName: name }) => ({ name }), formerAddress);
  }
}

@Injectable()
export class TellOfNewPassword extends LetterToOwner<'password-changed', { accountId: string }> {
  override readonly id = 'send-password-changed-email';
  override readonly event = accountPasswordChanged;
  protected override readonly template = 'password-changed';
}

@Injectable()
export class SendReauthenticationCode extends LetterToOwner<'reauthentication', { accountId: string }> {
  override readonly id = 'send-reauthentication-email';
  override readonly event = accountReauthenticationRequested;
  protected override readonly template = 'reauthentication';
}

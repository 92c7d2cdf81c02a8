import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  userEmailChanged,
  userEmailChangeRequested,
  userPasswordChanged,
  userReauthenticationRequested,
  type EmailRequestedPayload,
} from '../../auth/index.js';
import { UserNotifier } from '../application/user-notifier.js';
import { UserEmailHandler } from './user-email.handler.js';

/** One email to each of the two mailboxes; an account without an address so far has one only. */
@Injectable()
export class SendEmailChangeConfirmations extends EventHandler<EmailRequestedPayload> {
  override readonly id = 'send-email-change-confirmations';
  override readonly event = userEmailChangeRequested;

  constructor(private readonly notifier: UserNotifier) {
    super();
  }

  override async handle({ userId, ...link }: EmailRequestedPayload): Promise<void> {
    const user = await this.notifier.findUser(userId);
    if (!user?.newEmail) return;
    const { newEmail, fullName: name } = user;
    const first = user.email === '';
    for (const mailbox of first ? [newEmail] : [user.email, newEmail]) {
      await this.notifier.send(
        userId,
        'confirm-email-change',
        () => ({ name, newEmail, first, ...link }),
        mailbox,
      );
    }
  }
}

interface EmailChangedPayload {
  userId: string;
  formerEmail: string;
}

/** The mailbox that opens the account no more learns it: if it was taken away, its owner can still act. */
@Injectable()
export class SendEmailChangedEmail extends EventHandler<EmailChangedPayload> {
  override readonly id = 'send-email-changed-email';
  override readonly event = userEmailChanged;

  constructor(private readonly notifier: UserNotifier) {
    super();
  }

  override handle({ userId, formerEmail }: EmailChangedPayload): Promise<void> {
    return this.notifier.send(userId, 'email-changed', ({ fullName: name }) => ({ name }), formerEmail);
  }
}

@Injectable()
export class SendPasswordChangedEmail extends UserEmailHandler<'password-changed', { userId: string }> {
  override readonly id = 'send-password-changed-email';
  override readonly event = userPasswordChanged;
  protected override readonly template = 'password-changed';
}

@Injectable()
export class SendReauthenticationEmail extends UserEmailHandler<'reauthentication', { userId: string }> {
  override readonly id = 'send-reauthentication-email';
  override readonly event = userReauthenticationRequested;
  protected override readonly template = 'reauthentication';
}

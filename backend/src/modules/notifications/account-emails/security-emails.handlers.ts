import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  userEmailChanged,
  userEmailChangeRequested,
  userPasswordChanged,
  userReauthenticationRequested,
  type EmailRequestedPayload,
} from '../../auth/index.js';
import { UserNotifier } from '../core/user-notifier.js';
import { UserEmailHandler } from './user-email.handler.js';

/** Sends one email to each of the two addresses; only to the new one if the account had no address. */
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
    for (const recipient of first ? [newEmail] : [user.email, newEmail]) {
      const params = { name, newEmail, first, toCurrent: recipient !== newEmail, ...link };
      await this.notifier.send(userId, 'confirm-email-change', () => params, { recipient });
    }
  }
}

interface EmailChangedPayload {
  userId: string;
  formerEmail: string;
}

/** Notifies the old address, so that the owner can react if the change wasn't theirs. */
@Injectable()
export class SendEmailChangedEmail extends EventHandler<EmailChangedPayload> {
  override readonly id = 'send-email-changed-email';
  override readonly event = userEmailChanged;

  constructor(private readonly notifier: UserNotifier) {
    super();
  }

  override handle({ userId, formerEmail }: EmailChangedPayload): Promise<void> {
    return this.notifier.send(userId, 'email-changed', ({ fullName: name }) => ({ name }), {
      recipient: formerEmail,
    });
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

import { Injectable } from '@nestjs/common';
import { Users, type UserSummary } from '../../auth/index.js';
import { localeFor } from '../templates/domain/email.js';
import type { TemplateParams, TemplateName } from '../templates/domain/catalog.js';
import { QueueEmail } from './queue-email.js';

/** Queues an email to a user, in the open transaction. Does nothing if the user no longer exists. */
@Injectable()
export class UserNotifier {
  constructor(
    private readonly users: Users,
    private readonly queueEmail: QueueEmail,
  ) {}

  findUser(userId: string): Promise<UserSummary | undefined> {
    return this.users.findById(userId);
  }

  /** The recipient defaults to the account's address; does nothing without one. At most one email is sent per key. */
  async send<Name extends TemplateName>(
    userId: string,
    template: Name,
    paramsFor: (user: UserSummary) => TemplateParams<Name>,
    { recipient, dedupeKey }: { recipient?: string; dedupeKey?: string } = {},
  ): Promise<void> {
    const user = await this.users.findById(userId);
    const to = recipient ?? user?.email ?? '';
    if (!user || to === '') return;
    const params = paramsFor(user);
    const content = { template, locale: localeFor(user.locale), params, recipient: to, userId };
    await this.queueEmail.queue(content, dedupeKey ? { dedupeKey } : {});
  }
}

import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { AccountDeletions, DeleteUser, Users } from '../../auth/index.js';
import { accountDeleted, accountDeletionDue } from '../events.js';

interface Payload {
  userId: string;
  scheduledFor: string;
}

/** Deletes an account whose deletion was not undone in time. Deleting the user triggers everything else. */
@Injectable()
export class DeleteAccount extends EventHandler<Payload> {
  override readonly id = 'delete-account';
  override readonly event = accountDeletionDue;

  constructor(
    private readonly deletions: AccountDeletions,
    private readonly users: Users,
    private readonly deleteUser: DeleteUser,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async handle({ userId, scheduledFor }: Payload): Promise<void> {
    const deletion = await this.deletions.lock(userId);
    if (deletion?.scheduledFor.toISOString() !== scheduledFor) return;
    const user = await this.users.findById(userId);
    if (!user) return;
    const { email, fullName: name, locale } = user;
    if (email !== '') await this.outbox.emit(accountDeleted, { userId, email, name, locale });
    await this.deleteUser.delete(userId, { soft: false, requestedBy: 'user' });
  }
}

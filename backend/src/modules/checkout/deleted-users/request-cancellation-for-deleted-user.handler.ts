import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { userDeleted } from '../../auth/index.js';
import { RequestCancellation } from '../../subscriptions/index.js';
import { Buyers } from '../buyers/buyers.js';

/** Requests the cancellation of the user's subscriptions if they have ever started a checkout. */
@Injectable()
export class RequestCancellationForDeletedUser extends EventHandler<{ userId: string }> {
  override readonly id = 'request-cancellation-for-deleted-user';
  override readonly event = userDeleted;

  constructor(
    private readonly buyers: Buyers,
    private readonly requestCancellation: RequestCancellation,
  ) {
    super();
  }

  override async handle({ userId }: { userId: string }): Promise<void> {
    const buyers = await this.buyers.among([userId]);
    if (buyers.has(userId)) await this.requestCancellation.request(userId);
  }
}

import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { userDeleted } from '../../auth/index.js';
import { RequestCancellation } from '../application/request-cancellation.js';

/** Requests the cancellation of everything that could still charge a deleted user. */
@Injectable()
export class RequestCancellationForDeletedUser extends EventHandler<{ userId: string }> {
  override readonly id = 'request-cancellation-for-deleted-user';
  override readonly event = userDeleted;

  constructor(private readonly requestCancellation: RequestCancellation) {
    super();
  }

  override handle({ userId }: { userId: string }): Promise<void> {
    return this.requestCancellation.request(userId);
  }
}

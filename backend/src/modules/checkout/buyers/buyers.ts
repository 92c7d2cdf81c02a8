import { Injectable } from '@nestjs/common';
import { Subscriptions } from '../../subscriptions/index.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Users who have ever started a checkout. Their data is kept for accounting. */
@Injectable()
export class Buyers {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
  ) {}

  async among(userIds: readonly string[]): Promise<Set<string>> {
    return new Set([
      ...(await this.checkouts.usersAmong(userIds)),
      ...(await this.subscriptions.subscribersAmong(userIds)),
    ]);
  }
}

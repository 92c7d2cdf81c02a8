import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { ReadSubscription } from './read-subscription.js';
import { SyncSubscription } from './sync-subscription.js';

/** Reads a subscription from the provider and stores its state at once, within a request. */
@Injectable()
export class RefreshSubscription {
  constructor(
    private readonly readSubscription: ReadSubscription,
    private readonly syncSubscription: SyncSubscription,
    private readonly database: Database,
  ) {}

  /** False if it does not exist there. */
  async refresh(providerSubscriptionId: string): Promise<boolean> {
    const snapshot = await this.readSubscription.read(providerSubscriptionId);
    if (!snapshot) return false;
    await this.database.transaction(() => this.syncSubscription.apply(snapshot));
    return true;
  }
}

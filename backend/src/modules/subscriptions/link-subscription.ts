import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Outbox } from '../../platform/outbox/outbox.js';
import {
  providerSubscriptionChanged,
  ProviderCustomers,
  type ProviderSubscription,
} from '../billing/index.js';
import { RequestCancellation } from './cancellations/request-cancellation.js';
import { isEnded } from './subscription.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Recognizes our subscriptions at the provider by our id in their metadata, whether or not their own id is known here yet. */
@Injectable()
export class LinkSubscription {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: ProviderCustomers,
    private readonly requestCancellation: RequestCancellation,
    private readonly outbox: Outbox,
  ) {}

  /** Ours, which may have another subscription at the provider. */
  async findOwner({ id, metadata }: ProviderSubscription): Promise<SubscriptionEntity | null> {
    const { subscription_id: named } = metadata;
    const known = await this.subscriptions.findByProviderId(id);
    return known ?? (named && isUuid(named) ? this.subscriptions.findById(named) : null);
  }

  /**
   * Stores the id of a subscription that was created for ours. Requires a transaction. Returns ours if it has another one: then the
   * customer may be charged twice.
   */
  async link(current: ProviderSubscription): Promise<SubscriptionEntity | undefined> {
    const owner = await this.findOwner(current);
    if (!owner || owner.providerSubscriptionId === current.id || isOver(current)) return undefined;
    const ours = (await this.subscriptions.lock(owner.id))!;
    if (ours.providerSubscriptionId === current.id) return undefined;
    await this.customers.add(ours.userId, current.customerId);
    // Until the setup is complete, the first one may have expired.
    if (ours.providerSubscriptionId && ours.recurringSetupAt) return ours;
    ours.providerSubscriptionId = current.id;
    if (!isEnded(ours.status)) return undefined;
    // Whatever ended it found nothing to cancel at the provider.
    await this.requestCancellation.requestAgain(ours.userId);
    await this.outbox.emit(providerSubscriptionChanged, { providerSubscriptionId: current.id });
    return undefined;
  }
}

const isOver = ({ status, endedAt }: ProviderSubscription): boolean =>
  endedAt !== null || status === 'incomplete_expired';

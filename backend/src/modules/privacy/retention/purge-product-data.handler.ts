import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Users } from '../../auth/index.js';
import { UserFiles } from '../../storage/index.js';
import { Subscriptions } from '../../subscriptions/index.js';
import { productDataPurgeDue } from '../events.js';

interface Payload {
  userId: string;
  subscriptionId: string;
}

/** Deletes the data a customer stored before their plan ended, unless they have had a plan since. */
@Injectable()
export class PurgeProductData extends EffectHandler<Payload, boolean> {
  override readonly id = 'purge-product-data';
  override readonly event = productDataPurgeDue;

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly users: Users,
    private readonly files: UserFiles,
    private readonly audit: Audit,
  ) {
    super();
  }

  override async perform({ userId, subscriptionId }: Payload, { createdAt }: Delivery): Promise<boolean> {
    if (!(await this.users.findById(userId))) return false;
    if (!(await this.subscriptions.hasHadNoPlanSince(userId, subscriptionId))) return false;
    await this.files.purgeUploads(userId, createdAt);
    return true;
  }

  override async record(purged: boolean, { userId, subscriptionId }: Payload): Promise<void> {
    if (!purged) return;
    const subject = { type: 'user', id: userId } as const;
    await this.audit.record({
      actorId: null,
      action: 'user.product_data_purged',
      subject,
      details: { subscriptionId },
    });
  }
}

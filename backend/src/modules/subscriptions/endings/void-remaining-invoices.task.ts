import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { InvoicesPort, StoreInvoice } from '../../billing/index.js';
import { isStopped } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

/**
 * Once a day, voids invoices of stopped plans that are open at the provider, whatever left them open: the plan ended before an earlier
 * release voided them, voiding failed, or the invoice was issued later. An invoice whose payment is being processed is left for the next
 * day.
 */
@Injectable()
export class VoidRemainingInvoices extends ScheduledTask {
  override readonly id = 'void-left-open-invoices';
  override readonly everySeconds = 86_400;

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly providerInvoices: InvoicesPort,
    private readonly storeInvoice: StoreInvoice,
    private readonly isolatedRows: IsolatedRows,
    private readonly database: Database,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const ids = new Set<string>();
    for await (const page of this.providerInvoices.listSubscriptionsWithOpen())
      for (const id of page) ids.add(id);
    const known = await this.subscriptions.findByProviderIds([...ids]);
    await this.isolatedRows.run(
      [...known.values()].filter(({ status }) => isStopped(status)),
      { task: this.id, getId: ({ id }) => id, work: (stopped) => this.voidOpen(stopped) },
    );
  }

  private async voidOpen({ providerSubscriptionId: id }: SubscriptionEntity): Promise<void> {
    const invoices = await this.providerInvoices.voidOpen(id!);
    await this.database.transaction(async () => {
      for (const invoice of invoices) await this.storeInvoice.store(invoice);
    });
  }
}

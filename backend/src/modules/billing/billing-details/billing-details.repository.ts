import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BillingDetailsEntity } from './billing-details.entity.js';

/** The details customers want on their invoices. */
@Injectable()
export class BillingDetailsRepository {
  constructor(private readonly database: Database) {}

  find(userId: string): Promise<BillingDetailsEntity | null> {
    return this.database.em.findOne(BillingDetailsEntity, { userId }, { refresh: true });
  }

  async put(details: BillingDetailsEntity): Promise<void> {
    await this.database.em.upsert(BillingDetailsEntity, details);
  }

  async delete(userId: string): Promise<void> {
    await this.database.em.nativeDelete(BillingDetailsEntity, { userId });
  }
}

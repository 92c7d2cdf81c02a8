import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { PriceEntity } from './price.entity.js';

@Injectable()
export class PricesRepository {
  constructor(private readonly database: Database) {}

  findAll(): Promise<PriceEntity[]> {
    return this.database.em.findAll(PriceEntity);
  }

  async put(price: PriceEntity): Promise<void> {
    await this.database.em.upsert(PriceEntity, price);
  }
}

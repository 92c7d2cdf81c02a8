import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

export interface PriceRow {
  lookupKey: string;
  providerPriceId: string;
  amountCents: number;
  currency: string;
}

@Injectable()
export class PricesRepository {
  constructor(private readonly database: Database) {}

  async findAll(): Promise<PriceRow[]> {
    return this.database.query<PriceRow>({
      name: 'prices-all',
      text: `select lookup_key as "lookupKey", provider_price_id as "providerPriceId", amount_cents as "amountCents", currency
             from prices`,
    });
  }

  async put({ lookupKey, providerPriceId, amountCents, currency }: PriceRow): Promise<void> {
    await this.database.query({
      text: `insert into prices (lookup_key, provider_price_id, amount_cents, currency) values ($1, $2, $3, $4)
             on conflict (lookup_key) do update set provider_price_id = $2, amount_cents = $3, currency = $4`,
      values: [lookupKey, providerPriceId, amountCents, currency],
    });
  }
}

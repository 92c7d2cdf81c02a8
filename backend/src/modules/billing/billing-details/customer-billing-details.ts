import type { BillingDetails, SaveBillingDetailsRequest } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { ValidationError } from '../../../platform/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Users } from '../../auth/index.js';
import { billingDetailsChanged } from '../events.js';
import type { BillingDetailsEntity } from './billing-details.entity.js';
import { BillingDetailsRepository } from './billing-details.repository.js';
import { parseTaxId } from './tax-ids.js';

/** The details customers want on their invoices. */
@Injectable()
export class CustomerBillingDetails {
  constructor(
    private readonly details: BillingDetailsRepository,
    private readonly users: Users,
    private readonly outbox: Outbox,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Only the account's name until billing details are saved. */
  async find(userId: string): Promise<BillingDetails> {
    const details = await this.details.find(userId);
    if (details) return toBillingDetails(details);
    const name = (await this.users.findById(userId))?.fullName ?? '';
    return { name, company: null, address: null, taxId: null, invoiceEmail: null };
  }

  /** Stores them; a handler sends them to the payment provider. Throws `validation_failed`. */
  async save(userId: string, request: SaveBillingDetailsRequest): Promise<BillingDetails> {
    const { name, company, address, taxId, invoiceEmail } = request;
    const { line1, line2, city, state, postalCode, country } = address;
    const details = {
      userId,
      name,
      company: company || null,
      line1,
      line2: line2 || null,
      city,
      state: state || null,
      postalCode: postalCode || null,
      country,
      taxId: taxId ? await requireValidTaxId(taxId, country) : null,
      invoiceEmail: invoiceEmail || null,
      updatedAt: this.clock.now(),
    };
    await this.database.transaction(async () => {
      // Waits while a customer is stored at the provider that was created with the earlier ones.
      await this.users.lockById(userId);
      await this.details.put(details);
      await this.outbox.emit(billingDetailsChanged, { userId });
    });
    return toBillingDetails(details);
  }
}

async function requireValidTaxId(text: string, country: string): Promise<string> {
  const { taxId, error } = await parseTaxId(text, country);
  if (error !== undefined) throw new ValidationError([{ field: 'taxId', message: error }]);
  return taxId;
}

type StoredDetails = Omit<BillingDetailsEntity, 'userId' | 'updatedAt' | symbol>;

function toBillingDetails(details: StoredDetails): BillingDetails {
  const { name, company, line1, line2, city, state, postalCode, country, taxId, invoiceEmail } = details;
  return { name, company, address: { line1, line2, city, state, postalCode, country }, taxId, invoiceEmail };
}

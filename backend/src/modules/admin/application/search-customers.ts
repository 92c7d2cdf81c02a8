import type { StaffCustomerSummary } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Users, type UserSummary } from '../../auth/index.js';
import { ProviderCustomers } from '../../billing/index.js';
import { Payers } from '../../checkout/index.js';
import { StaffDocumentAccess } from '../../documents/index.js';
import { Emails } from '../../notifications/index.js';
import { CancellationSubmissions, StaffSubscriptions } from '../../subscriptions/index.js';

const MAX_RESULTS = 50;

/** Finds customers, and deleted ones by what is kept of their payments, documents and cancellations. */
@Injectable()
export class SearchCustomers {
  constructor(
    private readonly users: Users,
    private readonly documents: StaffDocumentAccess,
    private readonly staffSubscriptions: StaffSubscriptions,
    private readonly submissions: CancellationSubmissions,
    private readonly providerCustomers: ProviderCustomers,
    private readonly payers: Payers,
    private readonly emails: Emails,
  ) {}

  /**
   * By current or former email, by name, by ID of a payment (`pi_…`), invoice (`in_…`), subscription (`sub_…`) or customer (`cus_…`) at
   * the payment provider, by invoice or receipt number, or by the reference of a cancellation.
   */
  async search(text: string): Promise<StaffCustomerSummary[]> {
    const found = (await this.users.search(text, MAX_RESULTS)).map(toSummary);
    const owners = (await this.findOwners(text)).filter(
      (id) => !found.some((customer) => customer.id === id),
    );
    return [...found, ...(await Promise.all(owners.map((id) => this.summarize(id))))];
  }

  /** Owner of the record with this identifier, or users who received emails at this address. */
  private async findOwners(text: string): Promise<string[]> {
    if (text.includes('@')) return this.emails.findRecipients(text, MAX_RESULTS);
    const [prefix] = text.split('_', 1);
    if (prefix === 'pi') return defined(await this.findPayer(text));
    if (prefix === 'in') return defined(await this.documents.findOwner(text));
    if (prefix === 'sub') return defined(await this.staffSubscriptions.findSubscriber(text));
    if (prefix === 'cus') return defined(await this.providerCustomers.findUserId(text));
    const number = text.toUpperCase();
    const submission = await this.submissions.findByReference(number);
    return submission ? defined(submission.userId) : this.documents.findOwners(number);
  }

  private async findPayer(paymentId: string): Promise<string | undefined> {
    const subscriber = await this.staffSubscriptions.findPayer(paymentId);
    if (subscriber) return subscriber;
    const userId = await this.payers.findUserId(paymentId);
    return userId && (await this.users.findById(userId)) ? userId : undefined;
  }

  private async summarize(id: string): Promise<StaffCustomerSummary> {
    const user = await this.users.findById(id);
    return user ? toSummary(user) : { id, email: '', name: '', createdAt: null, deleted: true };
  }
}

function defined(id: string | null | undefined): string[] {
  return id ? [id] : [];
}

function toSummary({ id, email, fullName, createdAt }: UserSummary): StaffCustomerSummary {
  return { id, email, name: fullName, createdAt: createdAt.toISOString(), deleted: false };
}

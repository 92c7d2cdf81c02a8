import { Injectable } from '@nestjs/common';
import type { UserSummary } from '../../auth/index.js';
import { CustomerBillingDetails } from '../../billing/index.js';
import type { TemplateParams, TemplateName } from '../templates/domain/catalog.js';
import { UserNotifier } from './user-notifier.js';

/** Queues an email about a payment or invoice to a customer, with a copy to the email in their billing details. */
@Injectable()
export class BillingNotifier {
  constructor(
    private readonly notifier: UserNotifier,
    private readonly billingDetails: CustomerBillingDetails,
  ) {}

  /** At most one email and one copy are sent per key. */
  async send<Name extends TemplateName>(
    userId: string,
    template: Name,
    paramsFor: (user: UserSummary) => TemplateParams<Name>,
    dedupeKey: string,
  ): Promise<void> {
    await this.notifier.send(userId, template, paramsFor, { dedupeKey });
    const { invoiceEmail: recipient } = await this.billingDetails.find(userId);
    if (!recipient) return;
    await this.notifier.send(userId, template, paramsFor, { dedupeKey: `${dedupeKey}:copy`, recipient });
  }
}

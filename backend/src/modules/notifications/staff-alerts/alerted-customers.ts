import { Injectable } from '@nestjs/common';
import { Users } from '../../auth/index.js';
import { StaffSubscriptions } from '../../subscriptions/index.js';
import type { CustomerAlertParams } from '../templates/domain/alert-templates.js';

type AlertedCustomer = Pick<CustomerAlertParams, 'customer'>;

/** The customer whom an alert is about, if they still have an account. */
@Injectable()
export class AlertedCustomers {
  constructor(
    private readonly users: Users,
    private readonly staffSubscriptions: StaffSubscriptions,
  ) {}

  async find(userId: string | null | undefined): Promise<AlertedCustomer> {
    const user = userId ? await this.users.findById(userId) : undefined;
    return user ? { customer: { id: user.id, email: user.email } } : {};
  }

  async findByPayment(paymentIntentId: string): Promise<AlertedCustomer> {
    return this.find(await this.staffSubscriptions.findPayer(paymentIntentId));
  }
}

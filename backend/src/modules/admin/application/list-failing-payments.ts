import type { FailingPayment } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../auth/index.js';
import { FailingPayments } from '../../subscriptions/index.js';

/** What the payment provider keeps rejecting, with the address of whoever it concerns. */
@Injectable()
export class ListFailingPayments {
  constructor(
    private readonly failing: FailingPayments,
    private readonly accounts: Accounts,
  ) {}

  async list(): Promise<FailingPayment[]> {
    const [setups, refunds] = await Promise.all([this.failing.listSetups(), this.failing.listRefunds()]);
    const ids = [...setups, ...refunds].flatMap(({ accountId }) => accountId ?? []);
    const emails = await this.accounts.emailsOf([...new Set(ids)]);
    return [
      ...refunds.map(({ accountId, email, ...refund }) => ({
        kind: 'refund' as const,
        ...refund,
        email: email ?? (accountId && emails.get(accountId)) ?? null,
      })),
      ...setups.map(({ subscriptionId: _id, accountId, since: _since, ...setup }) => ({
        kind: 'recurring_setup' as const,
        ...setup,
        email: emails.get(accountId) ?? null,
      })),
    ];
  }
}

import type { FailingPayment } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Users } from '../../auth/index.js';
import { FailingPayments } from '../../checkout/index.js';
import { FailingChanges, type FailingChange } from '../../subscriptions/index.js';

/** Requests that the payment provider keeps rejecting, with the email of the affected user. */
@Injectable()
export class ListFailingPayments {
  constructor(
    private readonly failingPayments: FailingPayments,
    private readonly failingChanges: FailingChanges,
    private readonly users: Users,
  ) {}

  async list(): Promise<FailingPayment[]> {
    const [setups, refunds, changes] = await Promise.all([
      this.failingPayments.listSetups(),
      this.failingPayments.listRefunds(),
      this.failingChanges.list(),
    ]);
    const ids = [...setups, ...refunds, ...changes].flatMap(({ userId }) => userId ?? []);
    const emails = await this.users.findEmails([...new Set(ids)]);
    return [
      ...refunds.map(({ userId, email, ...refund }) => ({
        kind: 'refund' as const,
        ...refund,
        email: email ?? (userId && emails.get(userId)) ?? null,
        retrying: true,
      })),
      ...changes.map(({ kind, userId, isRetried: retrying, ...change }) => ({
        kind: toPaymentKind(kind),
        ...change,
        email: emails.get(userId) ?? null,
        retrying,
      })),
      ...setups.map(({ subscriptionId: _id, userId, since: _since, ...setup }) => ({
        kind: 'recurring_setup' as const,
        ...setup,
        email: emails.get(userId) ?? null,
        retrying: true,
      })),
    ];
  }
}

function toPaymentKind(kind: FailingChange['kind']): FailingPayment['kind'] {
  if (kind === 'refund') return 'refund';
  return kind === 'cancel' || kind === 'end' ? 'cancellation' : 'plan_change';
}

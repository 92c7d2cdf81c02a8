import type {
  StaffAccount,
  StaffCustomer,
  StaffPayment,
  StaffPlanChange,
  StaffSubscription,
} from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { AccountDeletions, Users, ViewSignIn, type UserSummary } from '../../auth/index.js';
import { PaymentMethodsRepository } from '../../billing/index.js';
import { isEnded, getNextTerms, getScheduledChange, StaffSubscriptions } from '../../subscriptions/index.js';

type Found = Awaited<ReturnType<StaffSubscriptions['findByUser']>>;

/** A customer with their subscriptions and payments, which are kept for accounting after the account is deleted. */
@Injectable()
export class ViewCustomer {
  constructor(
    private readonly users: Users,
    private readonly staffSubscriptions: StaffSubscriptions,
    private readonly cards: PaymentMethodsRepository,
    private readonly deletions: AccountDeletions,
    private readonly viewSignIn: ViewSignIn,
  ) {}

  /** Throws `not_found`. */
  async view(id: string): Promise<StaffCustomer> {
    const user = await this.users.findById(id);
    const { subscriptions, invoices } = await this.staffSubscriptions.findByUser(id);
    if (!user && subscriptions.length === 0)
      throw new DomainError('not_found', 'not_found', 'Customer not found.');
    return {
      id,
      email: user?.email ?? '',
      name: user?.fullName ?? '',
      deleted: !user,
      account: user ? await this.findAccount(user) : null,
      deletionAt: (await this.deletions.find(id))?.scheduledFor.toISOString() ?? null,
      paymentMethod: await this.cards.viewDefaultByUser(id),
      subscriptions: subscriptions.map(toSubscription),
      payments: invoices.map(toPayment),
    };
  }

  private async findAccount({ id, createdAt }: UserSummary): Promise<StaffAccount | null> {
    const signIn = await this.viewSignIn.view(id);
    return (
      signIn && {
        createdAt: createdAt.toISOString(),
        emailConfirmedAt: signIn.emailConfirmedAt?.toISOString() ?? null,
        lastSignInAt: signIn.lastSignInAt?.toISOString() ?? null,
        secondFactors: signIn.secondFactors,
      }
    );
  }
}

function toSubscription(subscription: Found['subscriptions'][number]): StaffSubscription {
  const { id, plan, interval, status, disputed, amountCents, currency } = subscription;
  return {
    id,
    providerSubscriptionId: subscription.providerSubscriptionId ?? null,
    plan,
    interval,
    status,
    disputed,
    amountCents,
    currency,
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    pendingChange: toPendingChange(subscription),
    cancelAt: subscription.cancelAt?.toISOString() ?? null,
    endedAt: subscription.endedAt?.toISOString() ?? null,
    createdAt: subscription.createdAt.toISOString(),
  };
}

function toPendingChange(subscription: Found['subscriptions'][number]): StaffPlanChange | null {
  const change = getScheduledChange(subscription);
  if (!change || isEnded(subscription.status)) return null;
  return { ...getNextTerms(subscription), effectiveAt: change.at };
}

function toPayment(invoice: Found['invoices'][number]): StaffPayment {
  const { status, amountDueCents, amountPaidCents, refundedCents, currency } = invoice;
  return {
    invoiceId: invoice.providerInvoiceId,
    number: invoice.number ?? null,
    paymentId: invoice.paymentIntentId ?? null,
    providerSubscriptionId: invoice.providerSubscriptionId,
    status,
    amountDueCents,
    amountPaidCents,
    refundedCents,
    creditNotes: invoice.creditNotes,
    disputeStatus: invoice.disputeStatus ?? null,
    currency,
    issuedAt: invoice.issuedAt.toISOString(),
  };
}

import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import type { Caller } from '../../../platform/security/access.js';
import { isEmailAddress, parsePersonName, Passwords, WeakPasswordError } from '../../auth/index.js';
import { PaymentIntentsPort, type PaymentIntent } from '../../billing/index.js';
import {
  CheckoutClosedError,
  CheckoutNotFoundError,
  PaymentBelongsToAnotherAccountError,
  PaymentNotSucceededError,
  PaymentRefundedError,
  PaymentUnderReviewError,
} from '../domain/checkout-errors.js';
import type { Buyer } from '../domain/checkout.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { hashCookie } from './cookie-secret.js';
import { assertSamePlan } from './selected-plan-price.js';
import { isPaidByOther, isSameEmail } from '../buyers/prepared-identity.js';
import { ProvisionCheckout, type Provisioned } from '../provisioning/provision-checkout.js';

export interface ProcessPaymentRequest {
  paymentIntentId: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
  /** The browser's checkout cookie, if any. */
  cookie: string | undefined;
  caller: Caller | undefined;
}

/** Provisions a payment when the page reports it. If this call is rejected, the webhook still provisions the payment. */
@Injectable()
export class ProcessPayment {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly checkouts: CheckoutsRepository,
    private readonly provisionCheckout: ProvisionCheckout,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async process(request: ProcessPaymentRequest): Promise<Extract<Provisioned, { user: object }>> {
    const checkout = await this.checkouts.findByIntent(request.paymentIntentId);
    if (!checkout) throw new CheckoutNotFoundError();
    assertSamePlan(checkout, request);
    const intent = await this.paymentIntents.find(request.paymentIntentId);
    if (!intent) throw new CheckoutNotFoundError();
    if (intent.status !== 'succeeded') throw new PaymentNotSucceededError(intent.status);
    const isPrepared = checkout.preparedAt !== null && !isPaidByOther(checkout, intent);
    assertOwner(checkout, intent, request);
    const fallback = isPrepared ? undefined : await this.readBuyer(request);
    const provisioned = await this.provisionCheckout.provision(checkout.id, intent, fallback);
    if (provisioned.outcome === 'unclaimed') throw new CheckoutClosedError();
    if (provisioned.outcome === 'returned') throw new PaymentRefundedError();
    if (provisioned.outcome === 'needs_review')
      throw new PaymentUnderReviewError(this.settings.supportEmail, intent.id);
    return provisioned;
  }

  /** A buyer who was never prepared. A weak password is dropped; the link in the email lets them set one. */
  private async readBuyer({ email, fullName, password }: ProcessPaymentRequest): Promise<Buyer | undefined> {
    if (!email || !isEmailAddress(email)) return undefined;
    const owner = { email: email.trim(), fullName: parsePersonName(fullName ?? '') ?? '' };
    return {
      ...owner,
      passwordHash: password ? await this.hashIfStrong(password, owner) : null,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: this.clock.now(),
    };
  }

  private async hashIfStrong(
    password: string,
    owner: { email: string; fullName: string },
  ): Promise<string | null> {
    try {
      return await this.passwords.hash(password, owner);
    } catch (error) {
      if (error instanceof WeakPasswordError) return null;
      throw error;
    }
  }
}

/**
 * A prepared checkout belongs to its buyer, and the browser with its cookie may omit the email; any other belongs to the email address
 * in the billing details.
 */
function assertOwner(
  checkout: CheckoutEntity,
  intent: PaymentIntent,
  { email, caller, cookie }: ProcessPaymentRequest,
): void {
  const isOtherPayer = isPaidByOther(checkout, intent);
  if (caller && !isOtherPayer && checkout.userId === caller.userId) return;
  const isBuyersBrowser = cookie !== undefined && hashCookie(cookie) === checkout.cookieHash;
  if (email === undefined && isBuyersBrowser && checkout.preparedAt && !isOtherPayer) return;
  const owner = checkout.preparedAt && !isOtherPayer ? checkout.email : intent.billingEmail;
  if (!isSameEmail(email ?? caller?.email ?? null, owner)) throw new PaymentBelongsToAnotherAccountError();
}

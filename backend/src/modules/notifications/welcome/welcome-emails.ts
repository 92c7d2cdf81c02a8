import { Injectable } from '@nestjs/common';
import { Entitlements, Subscriptions } from '../../subscriptions/index.js';
import type { EmailEntity } from '../core/email.entity.js';
import { EmailsRepository } from '../core/emails.repository.js';
import { isOfEarlierPurchase, purchaseReceiptKey, welcomeKey } from './queue-welcome-email.js';

/** The emails that confirm customers' plans. */
@Injectable()
export class WelcomeEmails {
  constructor(
    private readonly entitlements: Entitlements,
    private readonly subscriptions: Subscriptions,
    private readonly emails: EmailsRepository,
  ) {}

  /**
   * The welcome email for the user's current tier and its replacements, oldest first. If that was for an earlier purchase: the receipt of
   * the current one.
   */
  async findByUser(userId: string): Promise<EmailEntity[]> {
    const { tier } = await this.entitlements.getByUser(userId);
    if (!tier) return [];
    const welcome = await this.emails.findChain(welcomeKey(userId, tier));
    const subscription = tier === 'free' ? null : await this.subscriptions.findActiveByUser(userId);
    if (!subscription || !welcome[0] || !isOfEarlierPurchase(welcome[0], subscription)) return welcome;
    return this.emails.findChain(purchaseReceiptKey(subscription.id));
  }
}

import { Injectable } from '@nestjs/common';
import { Entitlements } from '../../subscriptions/index.js';
import type { EmailEntity } from '../core/email.entity.js';
import { EmailsRepository } from '../core/emails.repository.js';
import { welcomeKey } from './queue-welcome-email.js';

/** The welcome emails of customers. */
@Injectable()
export class WelcomeEmails {
  constructor(
    private readonly entitlements: Entitlements,
    private readonly emails: EmailsRepository,
  ) {}

  /** The welcome email for the user's current tier and its replacements, oldest first. */
  async of(userId: string): Promise<EmailEntity[]> {
    const { tier } = await this.entitlements.of(userId);
    return tier ? this.emails.chainOf(welcomeKey(userId, tier)) : [];
  }
}

import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  accountDeleted,
  accountDeletionScheduled,
  accountDeletionUndone,
  dataExportReady,
  productDataPurgeUpcoming,
} from '../../privacy/index.js';
import { getScheduledChange, Subscriptions, type Subscription } from '../../subscriptions/index.js';
import { QueueEmail } from '../core/queue-email.js';
import { UserNotifier } from '../core/user-notifier.js';
import { localeFor } from '../templates/domain/email.js';
import type { ResumedPlanParams } from '../templates/domain/plan-change-templates.js';

interface Scheduled {
  userId: string;
  scheduledFor: string;
  canceledPlan: boolean;
  endedPlan: boolean;
}

/** Confirms the scheduled deletion, and explains how to undo it. */
@Injectable()
export class SendDeletionScheduledEmail extends EventHandler<Scheduled> {
  override readonly id = 'send-deletion-scheduled-email';
  override readonly event = accountDeletionScheduled;

  constructor(private readonly notifier: UserNotifier) {
    super();
  }

  override handle({ userId, scheduledFor: at, canceledPlan, endedPlan }: Scheduled): Promise<void> {
    return this.notifier.send(userId, 'deletion-scheduled', ({ fullName: name }) => ({
      name,
      at,
      canceledPlan,
      endedPlan,
    }));
  }
}

/** Confirms that the account won't be deleted, and that the plan continues. */
@Injectable()
export class SendDeletionUndoneEmail extends EventHandler<{ userId: string; resumedPlan: boolean }> {
  override readonly id = 'send-deletion-undone-email';
  override readonly event = accountDeletionUndone;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle({ userId, resumedPlan }: { userId: string; resumedPlan: boolean }): Promise<void> {
    const subscription = resumedPlan ? await this.subscriptions.findCurrentByUser(userId) : null;
    await this.notifier.send(userId, 'deletion-undone', ({ fullName: name }) => ({
      name,
      resumedPlan,
      ...(subscription && { resumed: toResumedTerms(subscription) }),
    }));
  }
}

function toResumedTerms(subscription: Subscription): Omit<ResumedPlanParams, 'name'> {
  const { plan, currentPeriodEnd } = subscription;
  const scheduled = getScheduledChange(subscription);
  return { plan, at: currentPeriodEnd.toISOString(), ...(scheduled && { scheduled }) };
}

interface Deleted {
  userId: string;
  email: string;
  name: string;
  locale: string | null;
}

/** Confirms the deletion to the former address. The email is erased once it has been sent. */
@Injectable()
export class SendAccountDeletedEmail extends EventHandler<Deleted> {
  override readonly id = 'send-account-deleted-email';
  override readonly event = accountDeleted;

  constructor(private readonly queueEmail: QueueEmail) {
    super();
  }

  override async handle({ userId, email: recipient, name, locale }: Deleted): Promise<void> {
    await this.queueEmail.queue({
      template: 'account-deleted',
      locale: localeFor(locale),
      params: { name },
      recipient,
      userId,
    });
  }
}

interface Exported {
  exportId: string;
  userId: string;
  expiresAt: string;
}

/** Notifies a user that the export can be downloaded. */
@Injectable()
export class SendExportReadyEmail extends EventHandler<Exported> {
  override readonly id = 'send-export-ready-email';
  override readonly event = dataExportReady;

  constructor(private readonly notifier: UserNotifier) {
    super();
  }

  override handle({ exportId, userId, expiresAt: at }: Exported): Promise<void> {
    return this.notifier.send(userId, 'export-ready', ({ fullName: name }) => ({ name, at }), {
      dedupeKey: `export-ready:${exportId}`,
    });
  }
}

interface PurgeUpcoming {
  userId: string;
  subscriptionId: string;
  purgeAt: string;
}

/** Notifies a customer whose plan has ended, a week before their stored data is purged. Not sent if they have had a plan since. */
@Injectable()
export class SendDataPurgeUpcomingEmail extends EventHandler<PurgeUpcoming> {
  override readonly id = 'send-data-purge-upcoming-email';
  override readonly event = productDataPurgeUpcoming;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly subscriptions: Subscriptions,
  ) {
    super();
  }

  override async handle({ userId, subscriptionId, purgeAt: at }: PurgeUpcoming): Promise<void> {
    if (!(await this.subscriptions.hasHadNoPlanSince(userId, subscriptionId))) return;
    await this.notifier.send(userId, 'data-purge-upcoming', ({ fullName: name }) => ({ name, at }), {
      dedupeKey: `data-purge-upcoming:${subscriptionId}`,
    });
  }
}

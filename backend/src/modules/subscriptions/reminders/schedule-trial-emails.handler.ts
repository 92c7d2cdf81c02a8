import { TRIAL_DAYS } from '@subscription-site/shared/trial';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { userConfirmed, Users } from '../../auth/index.js';
import { trialEnded, trialEnding } from '../events.js';

const DAY_MS = 86_400_000;
const NOTICE_DAYS = 3;

/** Schedules the reminder before the trial's end and the email at its end. Those who have subscribed by then get neither. */
@Injectable()
export class ScheduleTrialEmails extends EventHandler<{ userId: string }> {
  override readonly id = 'announce-trial-end';
  override readonly event = userConfirmed;

  constructor(
    private readonly users: Users,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async handle({ userId }: { userId: string }): Promise<void> {
    const user = await this.users.findById(userId);
    if (!user?.emailConfirmedAt) return;
    const end = user.emailConfirmedAt.getTime() + TRIAL_DAYS * DAY_MS;
    const endsAt = new Date(end).toISOString();
    await this.outbox.emit(trialEnding, { userId, endsAt }, { dueAt: new Date(end - NOTICE_DAYS * DAY_MS) });
    await this.outbox.emit(trialEnded, { userId }, { dueAt: new Date(end) });
  }
}

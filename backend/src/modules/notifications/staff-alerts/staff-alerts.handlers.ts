import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { userReportedUnrecognized, Users } from '../../auth/index.js';
import { Stories, storyShared } from '../../stories/index.js';
import { QueueEmail } from '../core/queue-email.js';
import type { Locale } from '../templates/domain/email.js';
import type { UnrecognizedAccountParams } from '../templates/domain/account-templates.js';
import type { StoryParams } from '../templates/domain/story-template.js';

const STAFF_LOCALE: Locale = 'en';

/** Alerts staff to an account that the owner of its email address doesn't recognize. */
@Injectable()
export class SendUnrecognizedAccountAlert extends EventHandler<{ userId: string }> {
  override readonly id = 'send-unrecognized-account-alert';
  override readonly event = userReportedUnrecognized;

  constructor(
    private readonly users: Users,
    private readonly queueEmail: QueueEmail,
    private readonly settings: Settings,
  ) {
    super();
  }

  override async handle({ userId }: { userId: string }): Promise<void> {
    const user = await this.users.findById(userId);
    const params: UnrecognizedAccountParams = { userId, address: user?.email ?? 'unknown' };
    await this.queueEmail.queue({
      template: 'unrecognized-account',
      locale: STAFF_LOCALE,
      params,
      recipient: this.settings.supportEmail,
      userId,
    });
  }
}

/** Emails the story to staff. */
@Injectable()
export class SendStoryReceivedEmail extends EventHandler<{ storyId: string }> {
  override readonly id = 'send-story-received-email';
  override readonly event = storyShared;

  constructor(
    private readonly stories: Stories,
    private readonly queueEmail: QueueEmail,
    private readonly settings: Settings,
  ) {
    super();
  }

  override async handle({ storyId }: { storyId: string }): Promise<void> {
    const found = await this.stories.findById(storyId);
    if (!found) return;
    const { name, company, email, story, pictures: count } = found;
    const folder = `/admin/files/story-pictures?folder=${encodeURIComponent(`${storyId}/`)}`;
    const params: StoryParams = {
      name,
      company,
      email,
      story,
      ...(count > 0 && { pictures: { count, folder } }),
    };
    await this.queueEmail.queue({
      template: 'story-received',
      locale: STAFF_LOCALE,
      params,
      recipient: this.settings.supportEmail,
      userId: null,
    });
  }
}

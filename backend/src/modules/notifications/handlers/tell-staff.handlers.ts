import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { accountDisowned, Accounts } from '../../auth/index.js';
import { Stories, storyShared } from '../../stories/index.js';
import { QueueEmail } from '../application/queue-email.js';
import type { Locale } from '../domain/email.js';
import type { DisownedParams } from '../domain/letters/account-letters.js';
import type { StoryParams } from '../domain/letters/story-letter.js';

const STAFF_LOCALE: Locale = 'en';

@Injectable()
export class TellStaffOfDisownedAccount extends EventHandler<{ accountId: string }> {
  override readonly id = 'send-unrecognized-account-alert';
  override readonly event = accountDisowned;

  constructor(
    private readonly accounts: Accounts,
    private readonly queueEmail: QueueEmail,
    private readonly settings: Settings,
  ) {
    super();
  }

  override async handle({ accountId }: { accountId: string }): Promise<void> {
    const account = await this.accounts.findById(accountId);
    const params: DisownedParams = { accountId, address: account?.email ?? 'unknown' };
    await this.queueEmail.queue({
      template: 'account-disowned',
      locale: STAFF_LOCALE,
      params,
      recipient: this.settings.supportEmail,
      accountId,
    });
  }
}

@Injectable()
export class TellStaffOfStory extends EventHandler<{ storyId: string }> {
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
    const { name, company, email, story } = found;
    const params: StoryParams = { name, company, email, story };
    await this.queueEmail.queue({
      template: 'story-received',
      locale: STAFF_LOCALE,
      params,
      recipient: this.settings.supportEmail,
      accountId: null,
    });
  }
}

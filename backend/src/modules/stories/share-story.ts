import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { Captcha } from '../../platform/security/captcha.js';
import { RateLimits, type Limit } from '../../platform/security/rate-limits.js';
import { UploadLinks } from '../storage/index.js';
import { storyShared } from './events.js';
import { StoryEntity } from './story.entity.js';

export type ShareStoryInput = Pick<StoryEntity, 'name' | 'company' | 'email' | 'story' | 'pictures'>;

/** Stories per email address, which is not verified. */
const PER_EMAIL: Limit = { name: 'story-address', points: 3, seconds: 86_400 };

/** Stores a visitor's story and notifies staff. */
@Injectable()
export class ShareStory {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly limits: RateLimits,
    private readonly captcha: Captcha,
    private readonly clock: Clock,
    private readonly uploadLinks: UploadLinks,
  ) {}

  /**
   * Returns a path for the upload of each picture. The caller must have checked the consent. Throws `rate_limited` and
   * `captcha_failed`.
   */
  async share(
    { name, company, email, story, pictures }: ShareStoryInput,
    captchaToken: string | undefined,
  ): Promise<string[]> {
    await this.captcha.check(captchaToken);
    await this.limits.count(PER_EMAIL, email.toLowerCase());
    const id = uuid();
    await this.database.transaction(async () => {
      const now = this.clock.now();
      const stored = {
        id,
        name,
        company,
        email,
        story: story.replace(/\r\n?/g, '\n'),
        pictures,
        consentedAt: now,
        createdAt: now,
      };
      const { em } = this.database;
      em.persist(em.create(StoryEntity, stored));
      await this.outbox.emit(storyShared, { storyId: id });
    });
    const names = Array.from({ length: pictures }, (_, index) => `${id}/${index + 1}`);
    return Promise.all(names.map((name) => this.uploadLinks.create({ bucketId: 'story-pictures', name })));
  }
}

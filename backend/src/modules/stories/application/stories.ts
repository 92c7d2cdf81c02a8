import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Story } from '../domain/story.js';
import { StoryEntity } from '../persistence/story.entity.js';

/** Read access for other modules. */
@Injectable()
export class Stories {
  constructor(private readonly database: Database) {}

  async findById(id: string): Promise<Story | undefined> {
    return (await this.database.em.findOne(StoryEntity, { id })) ?? undefined;
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { StoryEntity } from './story.entity.js';

/** Read access for other modules. */
@Injectable()
export class Stories {
  constructor(private readonly database: Database) {}

  findById(id: string): Promise<StoryEntity | null> {
    return this.database.em.findOne(StoryEntity, { id });
  }
}

import type { EntityClass } from '@mikro-orm/postgresql';
import { StoryEntity } from './story.entity.js';

/** Entities of this module. */
export const storiesEntities: EntityClass<object>[] = [StoryEntity];

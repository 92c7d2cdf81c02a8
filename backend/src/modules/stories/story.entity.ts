import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../platform/database/columns.js';

const StorySchema = defineEntity({
  name: 'Story',
  tableName: 'stories',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    company: p.text(),
    /** As typed; not confirmed. */
    email: p.text(),
    /** Line breaks are `\n`. */
    story: p.text(),
    /** How many pictures the sender announced. Those that were uploaded are in the bucket `story-pictures`. */
    pictures: p.smallint().default(0),
    consentedAt: timestamp(),
    createdAt: timestamp(),
  },
  indexes: [
    {
      name: 'stories_created',
      properties: ['createdAt'],
      columns: [{ name: 'createdAt', sort: 'DESC' }],
    },
  ],
});

export class StoryEntity extends StorySchema.class {}
StorySchema.setClass(StoryEntity);

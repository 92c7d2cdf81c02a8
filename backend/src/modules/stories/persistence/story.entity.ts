import { defineEntity, p } from '@mikro-orm/postgresql';

const time = () => p.datetime().columnType('timestamptz');

const StorySchema = defineEntity({
  name: 'Story',
  tableName: 'stories',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    company: p.text(),
    email: p.text(),
    story: p.text(),
    consentedAt: time(),
    createdAt: time(),
  },
});

export class StoryEntity extends StorySchema.class {}
StorySchema.setClass(StoryEntity);

export const storiesEntities = [StoryEntity];

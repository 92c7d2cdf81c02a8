import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../database/columns.js';
import { OutboxEventEntity } from './outbox-event.entity.js';

const InboxEntrySchema = defineEntity({
  name: 'InboxEntry',
  tableName: 'inbox_entries',
  properties: {
    eventId: () =>
      p.manyToOne(OutboxEventEntity).mapToPk().joinColumn('event_id').primary().deleteRule('cascade'),
    /** ID of the handler. */
    handler: p.text().primary(),
    handledAt: timestamp(),
  },
});

/** A handler's record that it has processed an event. */
export class InboxEntryEntity extends InboxEntrySchema.class {}
InboxEntrySchema.setClass(InboxEntryEntity);

import { eventType } from '../../../platform/outbox/event-type.js';

/** An SMS is due to be sent. */
export const smsDue = eventType<{ smsId: string }>('sms.due', 'events');

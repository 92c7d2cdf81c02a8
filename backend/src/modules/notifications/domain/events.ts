import { eventType } from '../../../platform/outbox/event-type.js';

/** A text message waits to be sent. */
export const smsDue = eventType<{ smsId: string }>('sms.due', 'events');
/** An email waits to be sent. */
export const emailDue = eventType<{ emailId: string }>('email.due', 'email');

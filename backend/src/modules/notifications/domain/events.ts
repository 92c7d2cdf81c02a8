import { eventType } from '../../../platform/outbox/event-type.js';

/** A mail waits to be sent. */
export const emailDue = eventType<{ emailId: string }>('email.due', 'mail');

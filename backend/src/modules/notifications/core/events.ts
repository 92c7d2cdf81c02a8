import { eventType } from '../../../platform/outbox/event-type.js';

/** An email is due to be sent. */
export const emailDue = eventType<{ emailId: string }>('email.due', 'email');

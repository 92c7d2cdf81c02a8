import type { WebhookStatus } from '@subscription-site/shared/contracts';

const unfinished = (webhookEvent: string, condition = ''): string =>
  `exists (select 1 from webhook_outbox_events l join outbox_events e on e.id = l.event_id
           where l.webhook_event_id = ${webhookEvent}.id and e.done_at is null ${condition})`;

/** Conditions of a keyset search. A join would repeat events, and few are unfinished: PostgreSQL reads only those, by their index. */
export const WEBHOOK_STATUS_CONDITIONS: Record<WebhookStatus, (webhookEvent: string) => string> = {
  received: (event) => `${unfinished(event)} and not ${unfinished(event, 'and e.attempts > 0')}`,
  failing: (event) => unfinished(event, 'and e.attempts > 0'),
  handled: (event) => `not ${unfinished(event)}`,
};

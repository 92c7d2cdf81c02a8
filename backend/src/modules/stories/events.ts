import { eventType } from '../../platform/outbox/event-type.js';

/** A visitor submitted a story, with consent to publish it. */
export const storyShared = eventType<{ storyId: string }>('story.shared', 'events');

import type { EmailStatus } from './emails.js';

export interface QueueMetrics {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  paused: boolean;
  /** Seconds since the oldest unfinished event became due; 0 when none. */
  oldestDueSeconds: number;
  /** Unfinished events whose last attempt failed. */
  failing: number;
}

export interface QueueOverview {
  /** While Redis is down, the metrics come from the database alone: nothing is shown as active or paused. */
  redis: 'up' | 'down';
  queues: QueueMetrics[];
  emails: Record<EmailStatus, number>;
}

/** A problem that only a changed setting can fix. */
export interface ConfigurationWarningView {
  code: string;
  /** What is wrong, with the setting to change. */
  message: string;
}

/** A list without pages: oldest first, at most 500. */
export interface ItemList<Item> {
  items: Item[];
}

import type { Clock } from './clock/clock.ts';
import type { TaskQueue } from './clock/task-queue.ts';
import type { Keys } from './http/authentication.ts';
import type { Store } from './state/store.ts';
import type { PaymentIntent } from './state/wire.ts';

/** The API version of responses and events: the one pinned by the official SDK. */
export const API_VERSION = '2026-10-28.endive';

/** Dependencies shared by all parts of the payment sandbox. */
export interface Sandbox {
  readonly store: Store;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
  readonly keys: Keys;
  /** Base of the URLs given to browsers (hosted pages), without a trailing slash. */
  publicUrl: string;
  /** The current API request; null for scheduled tasks. */
  request: { id: string; idempotencyKey: string | null } | null;
  /** Called within the transaction when an intent succeeds. Lets billing react without payments depending on it. */
  readonly onPaymentSucceeded: ((intent: PaymentIntent) => void)[];
}

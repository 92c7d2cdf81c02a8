import type { Clock } from './clock/clock.ts';
import type { Keys } from './http/authentication.ts';
import type { Store } from './state/store.ts';
import type { PaymentIntent } from './state/wire.ts';

/** The API version whose shapes are answered and sent, that of the official SDK in use. */
export const API_VERSION = '2026-10-28.endive';

/** What every part of the payment sandbox works with. */
export interface Sandbox {
  readonly store: Store;
  readonly clock: Clock;
  readonly keys: Keys;
  /** Base of the addresses handed to browsers (hosted pages), without a trailing slash. */
  publicUrl: string;
  /** The API call that is being worked for; null for what happens by itself. */
  request: { id: string; idempotencyKey: string | null } | null;
  /** Told within the transaction that an intent succeeded: invoices are credited here, so that payments know nothing of billing. */
  readonly onPaymentSucceeded: ((intent: PaymentIntent) => void)[];
}

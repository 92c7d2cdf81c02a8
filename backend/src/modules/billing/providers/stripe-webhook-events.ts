import Stripe from 'stripe';
import { flawOfText } from '../../../platform/http/storable-text.js';
import {
  InvalidWebhookSignatureError,
  MalformedWebhookEventError,
  TIMESTAMP_TOLERANCE_SECONDS,
} from '../domain/billing-errors.js';
import type { WebhookEvent } from '../domain/payment-provider.js';

/** The provider's longest ids. What is longer does not fit into an index. */
const MAX_ID_LENGTH = 255;

/** Verifies the signature over the raw body, then reads which object the event is about. */
export function readWebhookEvent(
  webhooks: Stripe['webhooks'],
  rawBody: Buffer,
  signature: string,
  { secret, now }: { secret: string; now: Date },
): WebhookEvent {
  assertTimely(signature, now);
  try {
    return toWebhookEvent(
      webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        TIMESTAMP_TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      ),
    );
  } catch (error) {
    if (error instanceof MalformedWebhookEventError) throw error;
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new InvalidWebhookSignatureError('mismatch');
    throw new MalformedWebhookEventError('The body must be a snapshot event in JSON, as Stripe sends it.');
  }
}

/** The SDK lets timestamps in the future pass, and takes the last of several. */
function assertTimely(signature: string, now: Date): void {
  const timestamps = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, timestamp]) => Number(timestamp));
  if (timestamps.length === 0 || !/(?:^|,)v1=./.test(signature))
    throw new InvalidWebhookSignatureError('unreadable');
  for (const timestamp of timestamps) {
    const aheadSeconds = timestamp - Math.floor(now.getTime() / 1000);
    if (aheadSeconds > TIMESTAMP_TOLERANCE_SECONDS) throw new InvalidWebhookSignatureError('early');
    if (aheadSeconds < -TIMESTAMP_TOLERANCE_SECONDS) throw new InvalidWebhookSignatureError('stale');
  }
}

/** Only what says which object to read: everything else is read again from the provider. */
export function toWebhookEvent(event: unknown): WebhookEvent {
  if (!isObject(event)) throw new MalformedWebhookEventError('The body must be an event: a JSON object.');
  const object = isObject(event.data) ? event.data.object : undefined;
  if (!isObject(object)) throw fieldError('data.object', 'must be an object');
  const parent = isObject(object.parent) ? object.parent.subscription_details : undefined;
  const subscription = isObject(parent) ? parent.subscription : undefined;
  return {
    id: requiredText(event.id, 'id'),
    type: requiredText(event.type, 'type'),
    objectId: optionalText(object.id, 'data.object.id'),
    paymentIntentId: reference(object.payment_intent, 'data.object.payment_intent'),
    subscriptionId: reference(subscription, 'data.object.parent.subscription_details.subscription'),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The id of an object, or of one that is given in full. */
function reference(value: unknown, field: string): string | null {
  return isObject(value) ? optionalText(value.id, `${field}.id`) : optionalText(value, field);
}

function optionalText(value: unknown, field: string): string | null {
  return value === undefined || value === null ? null : requiredText(value, field);
}

function requiredText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_ID_LENGTH)
    throw fieldError(field, `must be a string of 1 to ${MAX_ID_LENGTH} characters`);
  const flaw = flawOfText(value);
  if (flaw) throw fieldError(field, flaw);
  return value;
}

function fieldError(field: string, what: string): MalformedWebhookEventError {
  const message = `The field ${field} ${what}.`;
  return new MalformedWebhookEventError(message, [{ field, message }]);
}
